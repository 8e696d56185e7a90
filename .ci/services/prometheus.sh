# shellcheck shell=bash
# Prometheus: only the program that tests its rules.

install_prometheus() { install promtool prometheus; }

start_prometheus() { provide PROMTOOL_PATH "$(command -v promtool)"; }
