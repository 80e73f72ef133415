#!/bin/sh
# Tell of a failed weekly run in an issue: in the one that is open already, or else in a new one.
# Usage: report_failure.sh ADDRESS-OF-THE-RUN
set -eu
title='The weekly run fails'
text="The weekly run from scratch failed: $1"
number=$(gh issue list --state open --limit 1000 --json number,title \
    --jq "map(select(.title == \"$title\"))[0].number // empty")
if [ -n "$number" ]; then
    gh issue comment "$number" --body "$text"
else
    gh issue create --title "$title" --body "$text"
fi
