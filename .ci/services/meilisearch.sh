# shellcheck shell=bash
# Meilisearch: only its program, which the tests start themselves. MEILISEARCH_BIN names it, or it is
# in PATH, or a packed one lies in the folder for shared tools beside the checkout.

meilisearch=''

# Leaves the variable empty if there is no program that runs: other tests read it.
install_meilisearch() {
  find_meilisearch && "$meilisearch" --version >/dev/null && return 0
  meilisearch=''
  return 1
}

find_meilisearch() {
  local packed
  if [ -n "${MEILISEARCH_BIN:-}" ]; then
    meilisearch=$MEILISEARCH_BIN
    "$meilisearch" --version >/dev/null || fail "MEILISEARCH_BIN=$meilisearch does not run"
    return 0
  fi
  meilisearch=$(command -v meilisearch || true)
  if [ -z "$meilisearch" ]; then
    packed=$(find ../shared/tools -maxdepth 1 -name 'meilisearch-*.xz' 2>/dev/null | sort -V | tail -n 1)
    [ -n "$packed" ] && install xz xz-utils || return 1
    meilisearch=$work/meilisearch
    # The archive may be for another machine.
    xz -dc "$packed" >"$meilisearch" && chmod +x "$meilisearch" || return 1
  fi
}

start_meilisearch() { provide MEILISEARCH_BIN "$meilisearch"; }
