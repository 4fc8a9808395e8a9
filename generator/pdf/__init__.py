"""`Page`s as PDF and PNG, whole files or none; decides nothing."""
