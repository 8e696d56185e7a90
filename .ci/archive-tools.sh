# shellcheck shell=bash
# The tools that pack the archives of npm run test:archives.

install_archive_tools() {
  install zip && install bsdtar libarchive-tools && install 7z p7zip-full && install 7zz 7zip || return 1
  install javac default-jdk-headless && install ant && install go golang && install cargo || return 1
  if ! [ -e /usr/share/java/commons-compress.jar ] || ! [ -e /usr/share/java/xz.jar ]; then
    [ "$(id -u)" = 0 ] && DEBIAN_FRONTEND=noninteractive within 600 apt-get -qy install \
      --no-install-recommends libcommons-compress-java libxz-java || return 1
  fi
  install python3 && within 120 python3 -m venv "$work/python" &&
    within 300 "$work/python/bin/pip" -q install py7zr==1.1.4
}
