"""A project read, checked and drawn in memory. Project in, `CheckResult` out."""
