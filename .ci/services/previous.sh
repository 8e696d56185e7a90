# shellcheck shell=bash
# The previous release, built from the history: npm run test:services starts it beside this one.

# Until a release after this commit has a tag, it stands for the previous release.
readonly PREVIOUS_COMMIT=9393a989
previous_release=$work/previous-release

# Only a copy without this part of the history may leave it out; a failed build is a failure.
has_previous() { git cat-file -e "$PREVIOUS_COMMIT^{commit}" 2>/dev/null; }

install_previous() {
  local program=$previous_release/dist/src/launch/service.js
  if ! has_previous; then
    echo "left out: the history lacks $PREVIOUS_COMMIT, the previous release"
    return 0
  fi
  mkdir -p "$previous_release"
  git archive "$PREVIOUS_COMMIT" | tar -x -C "$previous_release" || return 1
  (cd "$previous_release" && within 600 npm ci --no-audit --no-fund && within 300 npm run build) || return 1
  [ -f "$program" ]
}

start_previous() {
  if has_previous; then provide PREVIOUS_RELEASE "$previous_release"; fi
}
