#!/bin/bash
#SBATCH --job-name=spatialtunnel
#SBATCH --cpus-per-task=2
#SBATCH --mem=3G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
# One shard: task i of the array draws part i of SHARDS. A task that was killed, preempted or ran out of time goes on where
# it stood when it is queued again.
#   sbatch --array=1-N render.sh SUITE OUT N [options of render]
set -euo pipefail
suite=$1 out=$2 shards=$3
shift 3
read -ra tool <<<"${SPATIALTUNNEL:-spatialtunnel}"
exec "${tool[@]}" render "$suite" --out "$out/shards/$SLURM_ARRAY_TASK_ID" --shard "$SLURM_ARRAY_TASK_ID/$shards" \
  --workers "${SLURM_CPUS_PER_TASK:-2}" "$@"
