# shellcheck shell=bash
# Mono with Newtonsoft.Json and NUnit for the C# client, and OpenAPI Generator, a program for Java.

readonly GENERATOR=org.openapitools:openapi-generator-cli GENERATOR_VERSION=7.25.0
readonly GENERATOR_SHA256=41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae

# Installs them and sets OPENAPI_GENERATOR_JAR; fails if that is not possible.
install_csharp_clients() {
  install mcs mono-mcs && install mono mono-runtime && install resgen mono-devel || return 1
  if ! [ -e /usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll ]; then
    [ "$(id -u)" = 0 ] && DEBIAN_FRONTEND=noninteractive within 600 apt-get -qy install \
      --no-install-recommends libnewtonsoft-json5.0-cil || return 1
  fi
  install monodis mono-utils && install nunit-console nunit-console || return 1
  install java default-jdk-headless || return 1
  if [ -z "${OPENAPI_GENERATOR_JAR:-}" ]; then
    install mvn maven && within 300 mvn -q -B \
      org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
      "-Dartifact=$GENERATOR:$GENERATOR_VERSION" "-DoutputDirectory=$work/generator" || return 1
    OPENAPI_GENERATOR_JAR="$work/generator/openapi-generator-cli-$GENERATOR_VERSION.jar"
  fi
  echo "$GENERATOR_SHA256  $OPENAPI_GENERATOR_JAR" | sha256sum --check --quiet || return 1
  export OPENAPI_GENERATOR_JAR
}
