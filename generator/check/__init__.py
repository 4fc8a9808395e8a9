"""A project read, checked and drawn in memory. Project in, `Checked` out."""
