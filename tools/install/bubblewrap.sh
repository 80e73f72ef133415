#!/bin/sh
# Print the path of a bubblewrap that can make a jail; install it, with what else grading needs, if
# there is none. Grading needs it, and the tests of grading, on Linux; it is for no other system.
set -eu

[ "$(uname -s)" = Linux ] || exit 0

find_one() {
    path=$(command -v "${BWRAP:-bwrap}") || return 1
    command -v setpriv >/dev/null && ldconfig -p | grep -q 'libseccomp\.so\.2' || return 1
    "$path" --unshare-user --unshare-pid --ro-bind / / true 2>/dev/null && echo "$path"
}

PATH=$PATH:/usr/sbin:/sbin
find_one && exit 0
sh tools/install/packages.sh bubblewrap libseccomp2 util-linux || true
find_one && exit 0
echo 'Grading needs bubblewrap, libseccomp2 and user namespaces: install the two packages, and' >&2
echo 'allow users to make namespaces, for example sysctl kernel.unprivileged_userns_clone=1' >&2
exit 1
