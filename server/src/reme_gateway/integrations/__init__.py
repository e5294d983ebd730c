"""What install, uninstall and doctor know of the hosts: one module per host behind one protocol."""
