"""Shared basics: lengths, papers and sizes, problems, refusals, whole files, chances of draws and dice, the project's
folders.
"""
