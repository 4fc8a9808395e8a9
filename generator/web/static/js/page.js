// What every page does: hear what changed.
