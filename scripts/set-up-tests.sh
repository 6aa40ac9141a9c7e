#!/usr/bin/env bash
# Set-up step of `npm test`: makes sure that the programs which the tests start are installed.
#
#   Chromium       for the browser tests      (or the program that CHROMIUM_PATH names)
#   Redis, Valkey  for the tests of workers   (or the program that REDIS_SERVER names)
#   OpenSSL        for a Redis server with TLS
#
# Nothing happens when they are there. Missing ones are installed as Debian packages when this runs as root on a system
# with apt-get. Otherwise this says which packages to install: the tests that need them are then listed as not run,
# and with CI set this step fails.
set -uo pipefail

# The same places as in test/report/chromium.ts.
has_chromium() {
  local path
  for path in "${CHROMIUM_PATH:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
    if [ -n "$path" ] && [ -x "$path" ]; then return 0; fi
  done
  return 1
}

# The same places as in test/engine/redis-server.ts.
has_redis() {
  local path
  for path in "${REDIS_SERVER:-}" /usr/bin/redis-server /usr/bin/valkey-server; do
    if [ -n "$path" ] && [ -x "$path" ]; then return 0; fi
  done
  return 1
}

packages=()
has_chromium || packages+=(chromium fonts-dejavu-core)
has_redis || packages+=(redis-server)
command -v openssl >/dev/null || packages+=(openssl)
if [ "${#packages[@]}" = 0 ]; then exit 0; fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "set-up: installing the Debian packages ${packages[*]}" >&2
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  if { apt-get update && apt-get install -y --no-install-recommends "${packages[@]}"; } >"$log" 2>&1; then
    rm "$log"
    exit 0
  fi
  cat "$log" >&2
  rm "$log"
  echo 'set-up: the installation failed' >&2
fi

echo "set-up: programs for the tests are missing. Install these Debian packages: ${packages[*]}" >&2
if [ -n "${CI:-}" ]; then
  echo 'set-up: CI is set, so nothing may be left out' >&2
  exit 1
fi
echo 'set-up: the tests that need them will be listed as not run' >&2
