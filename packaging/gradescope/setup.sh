#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image: what students' programs are run with is installed, and
# the referee, which needs nothing of the image, is tried.
set -euo pipefail
source_dir=/autograder/source
if [[ -s $source_dir/packages ]]; then
  apt-get update -q
  xargs -a "$source_dir/packages" apt-get install -y -q --no-install-recommends
fi
chmod -R go= "$source_dir/configs"  # hidden items are nobody's but root's
"$source_dir/referee/referee" --version
"$source_dir/referee/referee" check "$source_dir/configs/rubrics/$(cat "$source_dir/rubric")"
