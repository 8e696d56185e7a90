# shellcheck shell=bash
# The programs of npm run test:cluster, beside those of .ci/services. They run in network namespaces,
# so only root can run this test.

install_cluster() {
  [ "$(id -u)" = 0 ] || return 1
  install ip iproute2 && install haproxy && install etcd etcd-server && install patroni || return 1
  install redis-server && install clamd clamav-daemon && install openssl || return 1
  # Patroni needs programs of PostgreSQL that the npm package lacks.
  install pg_createcluster postgresql
}
