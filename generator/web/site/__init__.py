"""A project as a folder of files for any host: the workshop's own pages, asked for once and written down."""
