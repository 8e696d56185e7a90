# shellcheck shell=bash
# Helm, and a validator that has the schemas of Kubernetes in it. Both only check the chart.

readonly HELM=helm.sh/helm/v3/cmd/helm@v3.19.0 KUBECTL_VALIDATE=sigs.k8s.io/kubectl-validate@v0.0.4
helm='' kubectl_validate=''

# Prints the path of a program that is there.
find_go_program() {
  local folder
  command -v "$1" && return 0
  for folder in "${GOBIN:-}" "$HOME/go/bin" "$work/bin"; do
    if [ -n "$folder" ] && [ -x "$folder/$1" ]; then
      echo "$folder/$1"
      return 0
    fi
  done
  return 1
}

install_helm() {
  if ! helm=$(find_go_program helm); then
    command -v go >/dev/null || return 1
    GOBIN=$work/bin within 900 go install "$HELM" || return 1
    helm=$work/bin/helm
  fi
  kubectl_validate=$(find_go_program kubectl-validate) && return 0
  command -v go >/dev/null || return 1
  GOBIN=$work/bin within 900 go install "$KUBECTL_VALIDATE" || return 1
  kubectl_validate=$work/bin/kubectl-validate
}

start_helm() {
  provide HELM_PATH "$helm"
  provide KUBECTL_VALIDATE_PATH "$kubectl_validate"
}
