"""The command line `reme`: parses, asks the server, draws; holds no logic of its own."""
