# shellcheck shell=bash
# The previous release, built from the history: npm run test:services starts it beside this one.

# Until a release after this commit has a tag, it stands for the previous release.
readonly PREVIOUS_COMMIT=9393a989
previous_release=$work/previous-release

install_previous() {
  local program=$previous_release/dist/src/launch/service.js
  git cat-file -e "$PREVIOUS_COMMIT^{commit}" 2>/dev/null || return 1
  mkdir -p "$previous_release"
  git archive "$PREVIOUS_COMMIT" | tar -x -C "$previous_release" || return 1
  (cd "$previous_release" && within 600 npm ci --no-audit --no-fund && within 300 npm run build) || return 1
  [ -f "$program" ]
}

start_previous() { provide PREVIOUS_RELEASE "$previous_release"; }
