#!/usr/bin/env bash
# Makes sure that the tests of the engine find a Redis server, at a usual place or where REDIS_SERVER says.
# Installs Debian's package when that is possible; otherwise says what to do. The tests that need it then say by name
# that they did not run, and fail where CI is set.
set -u

for path in "${REDIS_SERVER:-}" "$(command -v redis-server)" "$(command -v valkey-server)"; do
  if [ -n "$path" ] && [ -x "$path" ]; then exit 0; fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo 'redis-server is not here: installing the package redis-server' >&2
  export DEBIAN_FRONTEND=noninteractive
  if { apt-get update && apt-get install -y --no-install-recommends redis-server; } >/dev/null; then exit 0; fi
  echo 'redis-server could not be installed' >&2
fi

echo 'Tests of the engine will not run: install redis-server (Debian: apt-get install redis-server) or set REDIS_SERVER' >&2
exit 0
