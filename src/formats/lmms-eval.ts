import type { DatasetHead } from './dataset-entry.ts'

/**
 * A task of lmms-eval: its YAML and the Python beside it. The data lie as Parquet (a row a question) below the same
 * folder. `doc_id` in the harness's samples is a question's place in `questions.jsonl`.
 */
export const lmmsTaskName = ({ name, contentSha256 }: DatasetHead): string =>
  `spatialtunnel_${name.replaceAll(/\W/g, '_')}_${contentSha256.slice(0, 8)}`

/** `data_files` is relative to where `lmms_eval` runs: the user sets the folder's own path once. */
export function lmmsTaskYaml(head: DatasetHead): string {
  return `# lmms-eval --include_path <this folder> --tasks ${lmmsTaskName(head)} --log_samples
# Run it from this folder, or write the folder's absolute path in front of data/.
task: ${lmmsTaskName(head)}
dataset_path: parquet
dataset_kwargs:
  data_files:
    test: data/test-*.parquet
test_split: test
output_type: generate_until
doc_to_visual: !function utils.doc_to_visual
doc_to_text: !function utils.doc_to_text
doc_to_target: answer
generation_kwargs:
  max_new_tokens: 16
  temperature: 0
  do_sample: false
process_results: !function utils.process_results
metric_list:
${['all', 'con', 'ctr'].map(lmmsMetric).join('')}lmms_eval_specific_kwargs:
  default:
    pre_prompt: ""
    post_prompt: "\\nAnswer with one word."
metadata:
  version: 1.0
  content_sha256: ${head.contentSha256}
`
}

const lmmsMetric = (split: string): string => `  - metric: acc_${split}
    aggregation: !function utils.mean
    higher_is_better: true
`

/** The Python beside the YAML, written for this export: standard library only. */
export function lmmsUtils(): string {
  return `"""SpatialTunnel questions for lmms-eval: the picture, the question, and whether the reply's first answer is right."""

import io
import re


def doc_to_visual(doc):
    """The scene's picture, as RGB."""
    image = doc["image"]
    if isinstance(image, dict):
        from PIL import Image

        image = Image.open(io.BytesIO(image["bytes"]))
    return [image.convert("RGB")]


def doc_to_text(doc, lmms_eval_specific_kwargs=None):
    """The question between the prompt's two ends."""
    kwargs = lmms_eval_specific_kwargs or {}
    return kwargs.get("pre_prompt", "") + doc["text"] + kwargs.get("post_prompt", "")


def choices(doc):
    """The two answers that the question offers."""
    if doc["answer"].lower() in ("yes", "no"):
        return ("yes", "no")
    return {"horizontal": ("left", "right"), "vertical": ("above", "below"), "distance": ("far", "close")}[doc["axis"]]


def read_answer(doc, reply):
    """The reply's first word if it is a choice, else the only choice that it names, else None."""
    words = re.findall(r"[a-z]+", reply.lower())
    offered = choices(doc)
    if words and words[0] in offered:
        return words[0]
    named = {word for word in words if word in offered}
    return named.pop() if len(named) == 1 else None


def process_results(doc, results):
    """1 or 0 for all questions, and for the split that the scene belongs to (None elsewhere)."""
    right = float(read_answer(doc, results[0]) == doc["answer"].lower())
    return {
        "acc_all": right,
        "acc_con": right if doc["split"] == "consistent" else None,
        "acc_ctr": right if doc["split"] == "counter" else None,
    }


def mean(values):
    """Mean over the questions that belong to the metric."""
    counted = [value for value in values if value is not None]
    return sum(counted) / len(counted) if counted else float("nan")
`
}
