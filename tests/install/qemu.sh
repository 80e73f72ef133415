#!/bin/sh
# Print the path of an emulator of x86-64 processors; get one if there is none. On Linux on x86-64
# the tests fail without one; elsewhere they say that they did not run, and this prints nothing.
set -eu

[ "$(uname -sm)" = "Linux x86_64" ] || exit 0

find_one() {
    for name in "${QEMU:-}" qemu-x86_64 qemu-x86_64-static; do
        path=$(command -v "$name" 2>/dev/null) || continue
        if "$path" --version >/dev/null 2>&1; then echo "$path"; return 0; fi
    done
    return 1
}

find_one && exit 0
if [ "$(id -u)" = 0 ]; then as_root=''; else as_root='sudo -n'; fi
if command -v apt-get >/dev/null; then
    echo '== No emulator of other processors here; getting qemu-user (a few seconds)' >&2
    { $as_root apt-get update -qq && \
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq qemu-user; } >&2 || true
    find_one && exit 0
fi
echo 'The tests need qemu-x86_64 and none could be had: install qemu-user, or set QEMU=/path/to/it' >&2
exit 1
