"""What an editor of a game's files asks: every file with all of its keys, as JSON Schemas, and what may be written at a
place, what is there and how to mend it. Text and place in, offers out.
"""
