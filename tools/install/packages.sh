#!/bin/sh
# Install Debian packages if that is allowed: as root, and in CI. Usage: packages.sh PACKAGE...
set -eu
if [ "$(id -u)" = 0 ]; then as_root=''; elif [ -n "${CI:-}" ]; then as_root='sudo -n'; else exit 1; fi
command -v apt-get >/dev/null
echo "== Installing $* (up to a minute)" >&2
{ $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@"; } >&2
