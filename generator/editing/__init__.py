"""What an editor asks of a game's files: their keys, as JSON Schemas, what may be written at a place, and how to mend
it. Text and place in, offers out.
"""
