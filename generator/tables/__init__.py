"""Spreadsheets in and out, each cell compared with its field, and faces as pictures for virtual tables and print shops.
File and `Game` in, items or files out.
"""
