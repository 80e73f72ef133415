#!/bin/sh
# Print the path of a Chromium that starts; install one if there is none. The tests need it.
# The headless shell comes first: it draws the same pages for half the work of the whole browser.
set -eu

works() { [ -n "$1" ] && "$1" --version >/dev/null 2>&1; }

find_one() {
    for name in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome; do
        path=$(command -v "$name" 2>/dev/null) || continue
        if works "$path"; then echo "$path"; return 0; fi
    done
    path=$(.venv/bin/python -c 'from playwright.sync_api import sync_playwright as s
with s() as p: print(p.chromium.executable_path)')
    if works "$path"; then echo "$path"; return 0; fi
    return 1
}

find_one && exit 0
echo '== No Chromium found' >&2
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    sh tools/install/packages.sh chromium-headless-shell fonts-liberation ||
        sh tools/install/packages.sh chromium fonts-liberation || true
    find_one && exit 0
    .venv/bin/python -m playwright install --with-deps chromium >&2 || true
else
    .venv/bin/python -m playwright install chromium >&2 || true
fi
find_one && exit 0
echo 'The tests need Chromium but it could not be installed: install it and set CHROMIUM=/path/to/it' >&2
exit 1
