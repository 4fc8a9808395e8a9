"""Every file that a designer writes, with all of its keys: for the manual and for editors, as JSON Schemas."""
