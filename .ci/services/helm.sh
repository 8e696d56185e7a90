# shellcheck shell=bash
# Helm, and a validator that has the schemas of Kubernetes in it. Both only check the chart.

readonly HELM=helm.sh/helm/v3/cmd/helm@v3.19.0 KUBECTL_VALIDATE=sigs.k8s.io/kubectl-validate@v0.0.4
# Their sources contain the schemas of the objects that they add to Kubernetes.
readonly OPERATORS='github.com/prometheus-operator/prometheus-operator@v0.79.2 github.com/kedacore/keda/v2@v2.16.1'
helm='' kubectl_validate='' operator_schemas=''

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
  if ! kubectl_validate=$(find_go_program kubectl-validate); then
    command -v go >/dev/null || return 1
    GOBIN=$work/bin within 900 go install "$KUBECTL_VALIDATE" || return 1
    kubectl_validate=$work/bin/kubectl-validate
  fi
  install_operator_schemas
}

# Copies the schemas of the kinds that the chart has into one folder.
install_operator_schemas() {
  local operator modules found
  command -v go >/dev/null || return 1
  modules=$(go env GOMODCACHE) || return 1
  operator_schemas=$work/operator-schemas
  mkdir -p "$operator_schemas" || return 1
  for operator in $OPERATORS; do
    within 300 go mod download "$operator" || return 1
    find "$modules/$operator" -path '*crd*' \( -name '*_servicemonitors.yaml' -o -name '*_prometheusrules.yaml' \
      -o -name '*_scaledobjects.yaml' \) -exec cp {} "$operator_schemas" \; || return 1
  done
  found=$(find "$operator_schemas" -name '*.yaml' | wc -l)
  [ "$found" -eq 3 ]
}

start_helm() {
  provide HELM_PATH "$helm"
  provide KUBECTL_VALIDATE_PATH "$kubectl_validate"
  provide OPERATOR_SCHEMAS "$operator_schemas"
}
