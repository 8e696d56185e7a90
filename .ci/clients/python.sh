# shellcheck shell=bash
# The virtual environment of the Python client and of the Python generator.

# Installs it and sets PYTHON_CLIENTS; fails if that is not possible.
install_python_clients() {
  local folder="$work/python-clients"
  if ! python3 -m venv "$folder" 2>/dev/null; then
    install python3 || return 1
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
      DEBIAN_FRONTEND=noninteractive within 600 apt-get -qy install --no-install-recommends \
        python3-venv || true
    fi
    rm -rf "$folder"
    python3 -m venv "$folder" || return 1
  fi
  within 600 "$folder/bin/pip" install --quiet --disable-pip-version-check \
    --requirement .ci/clients/requirements.txt || return 1
  export PYTHON_CLIENTS="$folder"
}
