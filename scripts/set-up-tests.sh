#!/usr/bin/env bash
# Set-up step of `npm test`: makes sure that the programs which the tests start are installed.
#
#   Chromium       for the browser tests      (or the program that CHROMIUM_PATH names)
#   Firefox        for one more browser test  (or the program that FIREFOX_PATH names)
#   Redis, Valkey  for the tests of workers   (or the program that REDIS_SERVER names)
#   OpenSSL        for a Redis server with TLS
#   pandas, R, Deno, Bun   for the recipes
#   zsh, fish      for the completion of commands
#
# Nothing happens when they are there. Deno and Bun come from npm, into .cache/programs. The others are installed as Debian
# packages when this runs as root on a system with apt-get. Otherwise this says which packages to install: the tests that
# need them are then listed as not run, and with CI set this step fails.
set -uo pipefail

# The same places as in packages/report/test/chromium.ts.
has_chromium() {
  local path
  for path in "${CHROMIUM_PATH:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
    if [ -n "$path" ] && [ -x "$path" ]; then return 0; fi
  done
  return 1
}

# The same places as in packages/app/test/firefox.test.ts.
has_firefox() {
  local path
  for path in "${FIREFOX_PATH:-}" /usr/bin/firefox-esr /usr/bin/firefox; do
    if [ -n "$path" ] && [ -x "$path" ]; then return 0; fi
  done
  return 1
}

# The same places as in packages/engine/test/redis-server.ts.
has_redis() {
  local path
  for path in "${REDIS_SERVER:-}" /usr/bin/redis-server /usr/bin/valkey-server; do
    if [ -n "$path" ] && [ -x "$path" ]; then return 0; fi
  done
  return 1
}

# Debian's Python comes after others in the path, and pandas is a package of Debian's. See test/docs/recipes.test.ts.
has_pandas() {
  local python
  for python in python3 /usr/bin/python3; do
    if command -v "$python" >/dev/null && "$python" -c 'import pandas' 2>/dev/null; then return 0; fi
  done
  return 1
}

# See packages/node/test/expression-files.test.ts and test/docs/recipes.test.ts.
has_cells() {
  local python
  for python in python3 /usr/bin/python3; do
    if command -v "$python" >/dev/null && "$python" -c 'import h5py, anndata, scipy, leidenalg' 2>/dev/null; then return 0; fi
  done
  return 1
}

# The same places as in test/docs/recipes.test.ts.
install_program() {
  local folder
  folder="$(dirname "$0")/../.cache/programs/$1"
  if command -v "$1" >/dev/null || "$folder/node_modules/.bin/$1" --version >/dev/null 2>&1; then return 0; fi
  echo "set-up: installing $1 from npm" >&2
  mkdir -p "$folder"
  npm install --no-save --no-audit --no-fund --no-package-lock --loglevel error --prefix "$folder" "$1@$2" >&2
}

missing=()
install_program deno 2 || missing+=('deno (npm)')
install_program bun 1 || missing+=('bun (npm)')

packages=()
has_chromium || packages+=(chromium fonts-dejavu-core)
has_firefox || packages+=(firefox-esr)
has_redis || packages+=(redis-server)
command -v openssl >/dev/null || packages+=(openssl)
has_pandas || packages+=(python3-pandas)
has_cells || packages+=(python3-h5py python3-anndata python3-scipy python3-leidenalg)
command -v Rscript >/dev/null || packages+=(r-base-core)
command -v zsh >/dev/null || packages+=(zsh)
command -v fish >/dev/null || packages+=(fish)

if [ "${#packages[@]}" != 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "set-up: installing the Debian packages ${packages[*]}" >&2
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  if { apt-get update && apt-get install -y --no-install-recommends "${packages[@]}"; } >"$log" 2>&1; then
    packages=()
  else
    cat "$log" >&2
    echo 'set-up: the installation failed' >&2
  fi
  rm "$log"
fi

missing+=("${packages[@]}")
if [ "${#missing[@]}" = 0 ]; then exit 0; fi
echo "set-up: programs for the tests are missing. Install these Debian packages: ${missing[*]}" >&2
if [ -n "${CI:-}" ]; then
  echo 'set-up: CI is set, so nothing may be left out' >&2
  exit 1
fi
echo 'set-up: the tests that need them will be listed as not run' >&2
