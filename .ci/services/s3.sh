# shellcheck shell=bash
# S3: versitygw over a folder. Its attributes are in a second folder, so that any file system works.

readonly VERSITYGW=github.com/versity/versitygw/cmd/versitygw@v1.8.0
versitygw=''

install_s3() {
  local folder
  versitygw=$(command -v versitygw || true)
  for folder in "${GOBIN:-}" "$HOME/go/bin"; do
    [ -n "$versitygw" ] || [ ! -x "$folder/versitygw" ] || versitygw=$folder/versitygw
  done
  [ -z "$versitygw" ] || return 0
  command -v go >/dev/null || return 1
  GOBIN=$work/bin within 600 go install "$VERSITYGW" || return 1
  versitygw=$work/bin/versitygw
}

start_s3() {
  local port address
  port=$(free_port)
  address=http://127.0.0.1:$port
  mkdir -p "$work/s3-objects/modport" "$work/s3-attributes"
  background s3 "$versitygw" --access modport --secret for-tests-alone --port "127.0.0.1:$port" --quiet \
    --keep-alive posix --sidecar "$work/s3-attributes" "$work/s3-objects"
  await_answer s3 30 node -e 'fetch(process.argv[1]).catch(() => process.exit(1))' "$address"
  provide S3_ENDPOINT "$address"
  provide S3_REGION us-east-1
  provide S3_BUCKET modport
  provide S3_ACCESS_KEY_ID modport
  provide S3_SECRET_ACCESS_KEY for-tests-alone
  provide S3_FORCE_PATH_STYLE true
}
