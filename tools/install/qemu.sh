#!/bin/sh
# Print the path of an emulator of x86-64 processors; install one if there is none. The tests on
# other processors need it on Linux on x86-64; on other systems they are skipped.
set -eu

[ "$(uname -sm)" = "Linux x86_64" ] || exit 0

find_one() {
    for name in "${QEMU:-}" qemu-x86_64 qemu-x86_64-static; do
        path=$(command -v "$name" 2>/dev/null) || continue
        # AVX2 came with version 7.2.
        if "$path" -cpu Haswell /bin/true 2>/dev/null && "$path" --version | awk \
            'NR == 1 { split($3, v, "."); exit !(v[1] > 7 || (v[1] == 7 && v[2] >= 2)) }'
        then echo "$path"; return 0; fi
    done
    return 1
}

find_one && exit 0
sh tools/install/packages.sh qemu-user || true
find_one && exit 0
echo 'No qemu-x86_64 of version 7.2 or newer: install qemu-user, or set QEMU=/path/to/it;' >&2
echo 'the tests that compare processors will fail without it' >&2
