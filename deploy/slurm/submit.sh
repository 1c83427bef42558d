#!/bin/bash
# One suite over N tasks of a Slurm array, then one merge:
#   deploy/slurm/submit.sh SUITE OUT N [options of render]
# OUT/shards/1 … N are the parts, OUT/dataset the whole. SPATIALTUNNEL names the command if it is not on the path.
# The same call again goes on where the shards stand; `scontrol requeue JOB_TASK` does so for one of them.
set -euo pipefail
if [ $# -lt 3 ]; then
  sed -n '2,5s/^# \?//p' "$0" >&2
  exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
suite=$(realpath "$1") out=$(realpath -m "$2") shards=$3
shift 3
mkdir -p "$out/logs"
array=$(sbatch --parsable --array="1-$shards" --output="$out/logs/%a.log" \
  "$here/render.sh" "$suite" "$out" "$shards" "$@")
merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes --output="$out/logs/merge.log" \
  "$here/merge.sh" "$out" "$shards")
echo "array $array, merge $merge"
