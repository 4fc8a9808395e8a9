"""Orders carried out: components on sheets in files; plans of boxes, the manifest, printer profiles, the proof of a
file.
"""
