#!/usr/bin/env python3
"""SpatialTunnel on the machine with the GPU: one file, nothing to install beside numpy, torch and transformers.

    python spatialtunnel.py ask DIR --model HF_NAME --out responses.jsonl
        asks every question of a dataset folder; exact full-vocabulary logits of Yes and No (`spatialtunnel score` reads it)
    python spatialtunnel.py states DIR --model HF_NAME --out states.safetensors
        hidden states at the last token of the original and the swapped question of every contrastive pair,
        per layer (`spatialtunnel probe` reads it, with the pairs beside it as states.jsonl)
    python spatialtunnel.py intervene DIR --model HF_NAME --directions directions.safetensors --out responses.jsonl
        asks again with a direction ablated or added at a layer (directions: written by `spatialtunnel probe`)

All three resume: run the same command again. Layers are numbered from 0; layer k = the output of decoder block k.
As a library: `import spatialtunnel` and give any object with the three methods of `Model`.
"""

import argparse
import contextlib
import functools
import hashlib
import io
import json
import os
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

# --- dataset -----------------------------------------------------------------------------------------------------


def read_jsonl(path):
    """The rows of a JSONL file, one at a time."""
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


@dataclass(frozen=True)
class Item:
    """A question with its picture: `question` is the row of questions.jsonl, `image` a path that `picture_bytes` reads."""

    question: dict
    image: Path
    image_sha256: str


def read_dataset(folder):
    """The questions of a finished dataset folder, in its order."""
    folder = Path(folder)
    if not (folder / "dataset.json").exists():
        raise SystemExit(f"{folder}: no dataset.json: render the dataset to its end first")
    hashes = {scene["id"]: scene["imageSha256"] for scene in read_jsonl(folder / "scenes.jsonl")}
    return [
        Item(question, folder / question["image"], hashes[question["sceneId"]])
        for question in read_jsonl(folder / "questions.jsonl")
    ]


def picture_bytes(path):
    """A picture's file: one of its own, or in an archive of a dataset that `render --tar` drew."""
    path = Path(path)
    if path.parent.suffix != ".tar":
        return path.read_bytes()
    return open_archive(path.parent).extractfile(path.name).read()


@functools.lru_cache(maxsize=4)
def open_archive(path):
    """A tar file, kept open for its next member."""
    return tarfile.open(path)


OPPOSITES = {"horizontal": ("left", "right"), "vertical": ("above", "below"), "distance": ("far", "close")}


def choices(question):
    """The two answers that a question offers."""
    return ("Yes", "No") if question["answer"] in ("Yes", "No") else OPPOSITES[question["axis"]]


# --- what a model must offer -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Intervention:
    """A change of the hidden state h behind block `layer`, v being the direction and u = v / |v|.

    ablate: h - strength (h . u) u        add: h + strength v
    At the last token alone, where the vectors were taken, or with `everywhere` at all tokens.
    """

    layer: int
    direction: str
    mode: str
    strength: float
    vector: np.ndarray
    everywhere: bool = False

    def apply(self, hidden):
        """The changed state; `hidden` is an array or tensor [..., d], `self.vector` has been made of the same kind."""
        if self.mode == "add":
            return hidden + self.strength * self.vector
        unit = self.vector / (self.vector**2).sum() ** 0.5
        return hidden - self.strength * (hidden * unit).sum(-1)[..., None] * unit


class Model:
    """What `ask`, `states` and `intervene` call. Batches are lists of picture paths and texts of one length."""

    #: Number of decoder blocks.
    layers = 0

    def vocabulary(self):
        """The text of every token id, in the order of the logits; None for special tokens."""
        raise NotImplementedError

    def logits(self, images, texts, intervention=None):
        """Logits of the first generated token, float array [batch, vocabulary]."""
        raise NotImplementedError

    def states(self, images, texts, layers):
        """Hidden states at the last token, float array [len(layers), batch, d]."""
        raise NotImplementedError


class TransformersModel(Model):
    """A vision-language model of Hugging Face transformers (AutoModelForImageTextToText)."""

    def __init__(self, name, dtype="bfloat16", device_map="auto", system_prompt="", trust_remote_code=False):
        import torch
        from transformers import AutoModelForImageTextToText, AutoProcessor

        self.torch = torch
        self.system_prompt = system_prompt
        self.processor = AutoProcessor.from_pretrained(name, trust_remote_code=trust_remote_code)
        self.processor.tokenizer.padding_side = "left"
        if self.processor.tokenizer.pad_token is None:
            self.processor.tokenizer.pad_token = self.processor.tokenizer.eos_token
        kwargs = {"device_map": device_map, "trust_remote_code": trust_remote_code}
        torch_dtype = getattr(torch, dtype)
        try:
            self.model = AutoModelForImageTextToText.from_pretrained(name, dtype=torch_dtype, **kwargs)
        except TypeError:  # transformers before version 5
            self.model = AutoModelForImageTextToText.from_pretrained(name, torch_dtype=torch_dtype, **kwargs)
        self.model.eval()
        self.blocks = find_blocks(self.model)
        self.layers = len(self.blocks)

    def vocabulary(self):
        tokenizer = self.processor.tokenizer
        special = set(tokenizer.all_special_ids)
        ids = range(len(tokenizer))
        texts = tokenizer.batch_decode([[i] for i in ids], clean_up_tokenization_spaces=False)
        return [None if i in special else text for i, text in zip(ids, texts)]

    def logits(self, images, texts, intervention=None):
        inputs, last = self._inputs(images, texts)
        with self.torch.inference_mode(), self._intervened(intervention, last):
            logits = self.model(**inputs).logits
        rows = self.torch.arange(logits.shape[0], device=logits.device)
        return logits[rows, last.to(logits.device)].double().cpu().numpy()

    def states(self, images, texts, layers):
        inputs, last = self._inputs(images, texts)
        kept = {}

        def keep(layer):
            def hook(_module, _inputs, output):
                hidden = output[0] if isinstance(output, tuple) else output
                rows = self.torch.arange(hidden.shape[0], device=hidden.device)
                kept[layer] = hidden[rows, last.to(hidden.device)].float().cpu().numpy()

            return hook

        handles = [self.blocks[layer].register_forward_hook(keep(layer)) for layer in layers]
        try:
            with self.torch.inference_mode():
                self.model(**inputs)
        finally:
            for handle in handles:
                handle.remove()
        return np.stack([kept[layer] for layer in layers])

    def _inputs(self, images, texts):
        """The batch as tensors, and the place of every row's last token."""
        from PIL import Image

        system = [{"role": "system", "content": [{"type": "text", "text": self.system_prompt}]}]
        prompts = []
        for text in texts:
            content = [{"type": "image"}, {"type": "text", "text": text}]
            messages = (system if self.system_prompt else []) + [{"role": "user", "content": content}]
            prompts.append(self.processor.apply_chat_template(messages, add_generation_prompt=True))
        pictures = [[Image.open(io.BytesIO(picture_bytes(path))).convert("RGB")] for path in images]
        inputs = self.processor(text=prompts, images=pictures, padding=True, return_tensors="pt")
        inputs = inputs.to(self.model.device)
        if "pixel_values" in inputs:
            inputs["pixel_values"] = inputs["pixel_values"].to(self.model.dtype)
        mask = inputs["attention_mask"]
        last = mask.shape[1] - 1 - mask.flip(1).long().argmax(1)
        return inputs, last

    @contextlib.contextmanager
    def _intervened(self, intervention, last):
        if intervention is None:
            yield
            return

        def hook(_module, _inputs, output):
            hidden = output[0] if isinstance(output, tuple) else output
            vector = self.torch.as_tensor(intervention.vector, dtype=hidden.dtype, device=hidden.device)
            change = Intervention(**{**intervention.__dict__, "vector": vector}).apply
            if intervention.everywhere:
                changed = change(hidden)
            else:
                changed = hidden.clone()
                rows = self.torch.arange(hidden.shape[0], device=hidden.device)
                changed[rows, last.to(hidden.device)] = change(hidden[rows, last.to(hidden.device)])
            return (changed, *output[1:]) if isinstance(output, tuple) else changed

        handle = self.blocks[intervention.layer].register_forward_hook(hook)
        try:
            yield
        finally:
            handle.remove()


def find_blocks(model):
    """The decoder blocks of the language model: the longest list of modules that lies in no vision tower and no block."""

    def belongs(name):
        return not any(part.isdigit() or "vis" in part or "image" in part for part in name.split("."))

    lists = [
        module
        for name, module in model.named_modules()
        if type(module).__name__ == "ModuleList" and belongs(name)
    ]
    if not lists:
        raise SystemExit("no list of decoder blocks found in this model")
    return max(lists, key=len)


# --- Yes and No --------------------------------------------------------------------------------------------------


class Vocabulary:
    """The texts of a model's tokens; finds the tokens of a word once."""

    def __init__(self, texts):
        self.texts = texts
        self._ids = {}

    def ids(self, word):
        """Ids of all tokens that trim and lower-case to the word (`Yes`, ` yes`, `YES`)."""
        if word not in self._ids:
            said = [text is not None and text.strip().lower() == word.lower() for text in self.texts]
            self._ids[word] = np.flatnonzero(said)
        if len(self._ids[word]) == 0:
            raise SystemExit(f"no token of this model says {word!r}: it cannot be asked for first-token logits")
        return self._ids[word]

    def text(self, token):
        """A token's text; '' for special tokens and ids beyond the tokenizer's."""
        return (self.texts[token] if token < len(self.texts) else None) or ""


def log_sum_exp(values):
    """ln of the sum of exponentials over the last axis."""
    top = values.max(-1)
    return top + np.log(np.exp(values - top[..., None]).sum(-1))


def answer_fields(logits, question, vocabulary):
    """The fields of a response row from one row of logits (full vocabulary, so nothing is censored)."""
    logits = np.asarray(logits, dtype=np.float64)
    total = log_sum_exp(logits)
    first, second = (log_sum_exp(logits[vocabulary.ids(word)]) - total for word in choices(question))
    logit = float(first - second)
    masses = {"firstMass": float(np.exp(first)), "secondMass": float(np.exp(second))}
    if choices(question) != ("Yes", "No"):
        # A one-word question: the likelier of its two words, as if it had been written.
        word = choices(question)[0 if logit >= 0 else 1]
        return {"protocol": "text", "status": "ok", "text": word, "raw": {**masses, "logit": logit}}
    return {
        "protocol": "logits",
        "status": "ok",
        "text": vocabulary.text(int(logits.argmax())),
        "pYes": float(1 / (1 + np.exp(-logit))) if logit >= 0 else float(np.exp(logit) / (1 + np.exp(logit))),
        "logit": logit,
        "yesMass": min(1.0, masses["firstMass"]),
        "noMass": min(1.0, masses["secondMass"]),
    }


def request_sha256(model, item, setup):
    """What was asked, of whom, about which picture: rows are found again by it."""
    question = item.question
    asked = {
        "model": model,
        "questionId": question["id"],
        "text": question["text"],
        "imageSha256": item.image_sha256,
        "setup": setup,
    }
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


# --- asking ------------------------------------------------------------------------------------------------------


def batches(items, size):
    """Neighbours in groups of at most `size`."""
    for first in range(0, len(items), size):
        yield items[first : first + size]


def whole_rows(path):
    """The rows of a journal, one at a time; at its end a line that a crash tore is cut off."""
    if not Path(path).exists():
        return
    whole = 0
    with open(path, "rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                whole += len(line)
                if line.strip():
                    yield json.loads(line)
    if whole < os.path.getsize(path):
        os.truncate(path, whole)


def ask(model, items, name, out, setup=None, batch=8, intervention=None, progress=print):
    """Asks every item that `out` has no row of; each batch is on the disk before the next begins.

    `setup` is a dict of everything that decides the replies (suffix, dtype ...): it stands in every row.
    Returns the number of rows written.
    """
    setup = {"protocol": "logits", "suffix": "", "systemPrompt": "", **(setup or {})}
    label, extra = name, {}
    if intervention is not None:
        extra = {key: getattr(intervention, key) for key in ("layer", "direction", "mode", "strength", "everywhere")}
        label = f"{name} [{extra['mode']} {extra['direction']} x{extra['strength']:g} at layer {extra['layer']}]"
        setup = {**setup, "intervention": extra}
    done = {row.get("requestSha256") for row in whole_rows(out)}
    pending = [item for item in items if request_sha256(label, item, setup) not in done]
    vocabulary = Vocabulary(model.vocabulary())
    written = 0
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    with open(out, "a", encoding="utf-8") as file:
        for group in batches(pending, batch):
            texts = [with_suffix(item.question["text"], setup["suffix"]) for item in group]
            logits = model.logits([item.image for item in group], texts, intervention)
            for item, row_logits in zip(group, logits):
                row = {
                    "version": 1,
                    "questionId": item.question["id"],
                    "model": label,
                    **answer_fields(row_logits, item.question, vocabulary),
                    "requestSha256": request_sha256(label, item, setup),
                    "setup": setup,
                }
                if intervention is not None:
                    row["intervention"] = {**extra, "baseModel": name}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
            written += len(group)
            progress(f"{label}: {len(items) - len(pending) + written}/{len(items)}")
    return written


def with_suffix(text, suffix):
    """The question as it is put to the model."""
    return f"{text} {suffix}" if suffix else text


# --- hidden states -----------------------------------------------------------------------------------------------


def contrastive_pairs(items):
    """(original, swapped) of every contrastive pair, in the dataset's order."""
    by_id = {item.question["id"]: item for item in items}
    return [
        (item, by_id[item.question["id"][:-2] + "-s"])
        for item in items
        if item.question["id"].endswith("-o") and item.question["id"][:-2] + "-s" in by_id
    ]


def save_states(model, items, out, layers=None, batch=8, suffix="", progress=print):
    """Writes `layer.{k}.original` and `layer.{k}.swapped` (pairs x d, float32) and the pairs beside it as .jsonl.

    The file grows in place as `<out>.part` and gets its name when it is whole; the number of pairs done stands in
    `<out>.part.json`, so that an interrupted run goes on where it was.
    """
    pairs = contrastive_pairs(items)
    if not pairs:
        raise SystemExit("no contrastive pairs in this dataset: render scenes/contrastive.json")
    layers = list(range(model.layers)) if layers is None else list(layers)
    out = Path(out)
    part, state_path = out.with_name(out.name + ".part"), out.with_name(out.name + ".part.json")
    key = {"layers": layers, "pairs": [original.question["pairId"] for original, _ in pairs], "suffix": suffix}
    state = json.loads(state_path.read_text()) if state_path.exists() and part.exists() else {}
    done, arrays = 0, None
    if state.get("key") == key:
        done = state["done"]
        arrays = open_tensors(part)
    for first in range(done, len(pairs), batch):
        group = pairs[first : first + batch]
        for place, kind in enumerate(("original", "swapped")):
            texts = [with_suffix(pair[place].question["text"], suffix) for pair in group]
            states = model.states([pair[place].image for pair in group], texts, layers)
            if arrays is None:
                out.parent.mkdir(parents=True, exist_ok=True)
                shape = (len(pairs), states.shape[-1])
                create_tensors(part, {f"layer.{k}.{which}": shape for k in layers for which in ("original", "swapped")})
                arrays = open_tensors(part)
            for k, layer in enumerate(layers):
                arrays[f"layer.{layer}.{kind}"][first : first + len(group)] = states[k]
        for array in arrays.values():
            array.flush()
        write_whole(state_path, json.dumps({"key": key, "done": first + len(group)}))
        progress(f"{out.name}: {first + len(group)}/{len(pairs)} pairs")
    rows = [
        {
            "pairId": original.question["pairId"],
            "category": original.question["category"],
            "index": index,
            "sceneId": original.question["sceneId"],
            "split": original.question["split"],
        }
        for index, (original, _) in enumerate(pairs)
    ]
    write_whole(out.with_suffix(".jsonl"), "".join(json.dumps(row) + "\n" for row in rows))
    arrays = None
    os.replace(part, out)
    state_path.unlink()
    return len(pairs)


def write_whole(path, text):
    """Writes beside and renames."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)


# --- safetensors: 8 bytes of header length (little-endian), a JSON header, the raw tensors --------------------------


def create_tensors(path, shapes):
    """A file of float32 zeros with these tensors."""
    header, at = {}, 0
    for name, shape in shapes.items():
        size = 4 * int(np.prod(shape))
        header[name] = {"dtype": "F32", "shape": list(shape), "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header).encode("utf-8")
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        file.truncate(8 + len(text) + at)


def read_header(path):
    """The tensors' descriptions and where their bytes begin."""
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    header.pop("__metadata__", None)
    return header, 8 + length


def open_tensors(path):
    """Float32 tensors of a file as writable maps by name."""
    header, start = read_header(path)
    return {
        name: np.memmap(path, "<f4", "r+", start + entry["data_offsets"][0], tuple(entry["shape"]))
        for name, entry in header.items()
    }


def read_tensors(path):
    """All tensors of a file as float32 arrays (F16, BF16, F32, F64)."""
    header, start = read_header(path)
    data = Path(path).read_bytes()[start:]
    tensors = {}
    for name, entry in header.items():
        raw = data[slice(*entry["data_offsets"])]
        if entry["dtype"] == "BF16":
            values = (np.frombuffer(raw, "<u2").astype("<u4") << 16).view("<f4")
        else:
            values = np.frombuffer(raw, {"F16": "<f2", "F32": "<f4", "F64": "<f8"}[entry["dtype"]])
        tensors[name] = values.astype(np.float32).reshape(entry["shape"])
    return tensors


# --- interventions -----------------------------------------------------------------------------------------------


def interventions(directions_path, layers, names, modes, strengths, everywhere=False):
    """Every combination of layer, direction, mode and strength that the directions' file holds, in that order."""
    tensors = read_tensors(directions_path)
    held = sorted({int(name.split(".")[1]) for name in tensors})
    result = []
    for layer in held if layers is None else layers:
        for name in names:
            key = f"layer.{layer}.{name}"
            if key not in tensors:
                raise SystemExit(f"{directions_path}: no {key}; it holds layers {held}")
            for mode in modes:
                for strength in strengths:
                    result.append(Intervention(layer, name, mode, strength, tensors[key], everywhere))
    return result


# --- command line ------------------------------------------------------------------------------------------------


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (("ask", "ask every question"), ("states", "save hidden states"), ("intervene", "ask again")):
        command = commands.add_parser(name, help=what)
        command.add_argument("dir", help="dataset folder")
        command.add_argument("--model", required=True, help="name or folder, as transformers loads it")
        command.add_argument("--out", required=True)
        command.add_argument("--name", help="the model's name in the rows (default: --model)")
        command.add_argument("--batch", type=int, default=8)
        command.add_argument("--limit", type=int, help="only the first questions or pairs")
        command.add_argument("--dtype", default="bfloat16", help="float32 for exact comparisons")
        command.add_argument("--suffix", default="", help="text behind each question")
        command.add_argument("--system-prompt", default="")
        command.add_argument("--trust-remote-code", action="store_true")
        if name != "ask":
            command.add_argument("--layers", type=numbers(int), help="such as 8,12,16 (default: all)")
        if name == "intervene":
            command.add_argument("--directions", required=True, help="directions.safetensors of `spatialtunnel probe`")
            command.add_argument("--names", type=lambda text: text.split(","), default=["vertical", "random0"])
            command.add_argument("--modes", type=lambda text: text.split(","), default=["ablate"])
            command.add_argument("--strengths", type=numbers(float), default=[1.0])
            command.add_argument("--everywhere", action="store_true", help="at all tokens, not the last alone")
    return parser.parse_args(argv)


def numbers(kind):
    return lambda text: [kind(part) for part in text.split(",")]


def main(argv=None, load=None):
    """Runs one command; `load(arguments)` makes the model (tests give a stand-in)."""
    arguments = parse_arguments(argv)
    items = read_dataset(arguments.dir)
    progress = lambda text: print(text, file=sys.stderr)
    if load is None:
        load = lambda a: TransformersModel(a.model, a.dtype, "auto", a.system_prompt, a.trust_remote_code)
    model = load(arguments)
    name = arguments.name or arguments.model
    if arguments.command == "states":
        limit = None if arguments.limit is None else 2 * arguments.limit
        contrastive = [item for pair in contrastive_pairs(items) for item in pair][:limit]
        save_states(model, contrastive, arguments.out, arguments.layers, arguments.batch, arguments.suffix, progress)
        return 0
    setup = {"suffix": arguments.suffix, "systemPrompt": arguments.system_prompt, "dtype": arguments.dtype}
    wanted = [None]
    if arguments.command == "intervene":
        wanted = interventions(
            arguments.directions,
            arguments.layers,
            arguments.names,
            arguments.modes,
            arguments.strengths,
            arguments.everywhere,
        )
    for intervention in wanted:
        ask(model, items[: arguments.limit], name, arguments.out, setup, arguments.batch, intervention, progress)
    return 0


if __name__ == "__main__":
    sys.exit(main())
