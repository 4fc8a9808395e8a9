"""An order carried out: which components on which sheets into which files; the plan of a box, the manifest of what was
printed, printer profiles, the proof of a finished file."""
