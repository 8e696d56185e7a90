# shellcheck shell=bash
# Redis, without persistence.

install_redis() { install redis-server; }

start_redis() {
  local port
  port=$(free_port)
  background redis redis-server --port "$port" --bind 127.0.0.1 --save '' --appendonly no --dir "$work"
  await_answer redis 30 redis-cli -p "$port" ping
  provide REDIS_URL "redis://127.0.0.1:$port"
}
