# shellcheck shell=bash
# ClamAV: its daemon alone, which the tests start themselves, with signatures of their own.

install_clamav() { install clamd clamav-daemon; }

start_clamav() { provide CLAMD_PATH "$(command -v clamd)"; }
