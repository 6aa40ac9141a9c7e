#!/usr/bin/env bash
# Makes sure that the tests find a browser: Chromium at a usual place, or where CHROMIUM_PATH says.
# Installs Debian's package when that is possible; otherwise says what to do. The tests that need a browser then
# say by name that they did not run, and fail where CI is set.
set -u

for path in "${CHROMIUM_PATH:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
  if [ -n "$path" ] && [ -x "$path" ]; then exit 0; fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo 'chromium is not here: installing the packages chromium and fonts-dejavu-core' >&2
  export DEBIAN_FRONTEND=noninteractive
  if { apt-get update && apt-get install -y --no-install-recommends chromium fonts-dejavu-core; } >/dev/null; then exit 0; fi
  echo 'chromium could not be installed' >&2
fi

echo 'Browser tests will not run: install chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH' >&2
exit 0
