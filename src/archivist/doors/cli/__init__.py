"""The command line: parses, calls one service, prints. One module a family of commands; `main` lists them."""
