#!/bin/sh
# Print the path of WebKitGTK's driver; install it, and the X server that it needs, if there is none.
# The tests need them on Linux; WebKitGTK is for no other system.
set -eu

[ "$(uname -s)" = Linux ] || exit 0

find_both() {
    command -v Xvfb >/dev/null || return 1
    command -v "${WEBKIT:-WebKitWebDriver}"
}

find_both && exit 0
sh tools/install/packages.sh webkit2gtk-driver xvfb || true
find_both && exit 0
echo 'The tests need WebKit: install webkit2gtk-driver and xvfb, or set WEBKIT=/path/to/its/driver' >&2
exit 1
