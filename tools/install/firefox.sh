#!/bin/sh
# Print the path of a Firefox that starts; install one if there is none. The tests need it.
set -eu

find_one() {
    for name in "${FIREFOX:-}" firefox-esr firefox; do
        path=$(command -v "$name" 2>/dev/null) || continue
        if "$path" --version >/dev/null 2>&1; then echo "$path"; return 0; fi
    done
    return 1
}

find_one && exit 0
sh tools/install/packages.sh firefox-esr || true
find_one && exit 0
echo 'The tests need Firefox: install firefox-esr, or set FIREFOX=/path/to/it' >&2
exit 1
