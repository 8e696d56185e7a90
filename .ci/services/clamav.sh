# shellcheck shell=bash
# ClamAV: only its daemon, which the tests start themselves, with their own signatures.

install_clamav() { install clamd clamav-daemon; }

start_clamav() { provide CLAMD_PATH "$(command -v clamd)"; }
