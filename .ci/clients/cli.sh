# shellcheck shell=bash
# The shells that load the completion scripts of the command line, and Python for a pseudo-terminal.

# Installs them; fails if that is not possible.
install_cli_clients() {
  install zsh && install fish && install python3
}
