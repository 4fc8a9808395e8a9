"""Spreadsheets in and out, and faces as pictures for virtual tables and print shops. File and `Game` in, items or files
out.
"""
