#!/bin/sh
# Debian and Ubuntu ship Python without venv: install it, or say how. Usage: venv.sh PYTHON
set -eu
rm -rf .venv
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo 'Python has no venv module; installing the package python3-venv'
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >/dev/null
    exec "$1" -m venv .venv
fi
echo "$1 cannot make an environment; run: sudo apt install python3-venv" >&2
exit 1
