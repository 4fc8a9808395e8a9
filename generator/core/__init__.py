"""What every package uses: lengths, papers and sizes, problems, refusals, whole files or none, chances of
draws and dice, and where a project lies.
"""
