#!/bin/sh
# Install a Java that starts if there is none: epubcheck, which the tests run on the EPUB, needs it.
set -eu

works() { java -version >/dev/null 2>&1; }

works && exit 0
sh tools/install/packages.sh default-jre-headless || true
works && exit 0
echo 'The tests need Java: install a Java runtime, and put java into the PATH' >&2
exit 1
