import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { runPython, testWithPython } from '../testing/python.ts'
import { standInDataset, writeStandInFiles } from '../testing/stand-in-dataset.ts'

/**
 * `TransformersModel` of `public/python/spatialtunnel.py` over stand-ins for torch and transformers, written in numpy: what
 * is tested is our use of them (batching, padding, last token, hooks), not they themselves.
 */
const FOLDER = join(import.meta.dirname, '../../public/python')

const STAND_INS = `
import contextlib, hashlib, json, sys, types
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(FOLDER)})
import numpy as np

class Tensor(np.ndarray):
    device = 'gpu'
    def to(self, *_args, **_kwargs): return self
    cpu = to
    def double(self): return self.astype(np.float64)
    def float(self): return self.astype(np.float32)
    def long(self): return self.astype(np.int64)
    def clone(self): return self.copy()
    def flip(self, axis): return np.flip(self, axis)
    def numpy(self): return np.asarray(self)

tensor = lambda values: np.asarray(values).view(Tensor)
torch = types.ModuleType('torch')
torch.bfloat16 = torch.float32 = np.float32
torch.inference_mode = contextlib.nullcontext
torch.arange = lambda n, device=None: tensor(np.arange(n))
torch.as_tensor = lambda values, dtype=None, device=None: tensor(np.asarray(values, np.float64))
sys.modules['torch'] = torch

class ModuleList(list):
    pass

class Block:
    """h + a fixed function of h; hooks see (and may replace) the output, here a tuple as in older models."""
    def __init__(self, seed):
        self.weights = np.random.default_rng(seed).normal(size=(5, 5)) / 3
        self.hooks = []
    def register_forward_hook(self, hook):
        self.hooks.append(hook)
        return types.SimpleNamespace(remove=lambda: self.hooks.remove(hook))
    def __call__(self, hidden):
        output = (tensor(hidden + np.tanh(hidden @ self.weights)), None)
        for hook in self.hooks:
            changed = hook(self, (hidden,), output)
            output = output if changed is None else changed
        return output[0]

VOCABULARY = ['Yes', 'No', ' yes', '<pad>', 'a', 'b', 'c']
EMBEDDING = np.random.default_rng(0).normal(size=(len(VOCABULARY), 5))

class Network:
    device, dtype = 'gpu', np.float32
    def __init__(self):
        self.blocks = ModuleList(Block(seed) for seed in (1, 2, 3))
        self.vision = ModuleList(Block(seed) for seed in range(9))
    def eval(self): return self
    def named_modules(self):
        return [('model.visual.blocks', self.vision), ('model.language_model.layers', self.blocks)]
    def __call__(self, input_ids, attention_mask, pixel_values):
        hidden = EMBEDDING[input_ids] + pixel_values[:, None, None]
        for block in self.blocks:
            hidden = block(hidden)
        return types.SimpleNamespace(logits=tensor(hidden @ EMBEDDING.T))

class Tokenizer:
    padding_side, pad_token, eos_token, all_special_ids = 'right', None, '<pad>', [3]
    def __len__(self): return len(VOCABULARY)
    def batch_decode(self, ids, **_kwargs): return [VOCABULARY[i[0]] for i in ids]

class Batch(dict):
    def to(self, _device): return self

class Processor:
    keeps_side = True
    def __init__(self): self.tokenizer = Tokenizer()
    def apply_chat_template(self, messages, add_generation_prompt):
        assert add_generation_prompt
        return json.dumps(messages)
    def encode(self, prompt):
        digest = hashlib.sha256(prompt.encode()).digest()
        return [4 + byte % 3 for byte in digest[: 3 + digest[0] % 5]]
    def __call__(self, text, images, padding, return_tensors):
        assert padding and return_tensors == 'pt' and all(len(image) == 1 for image in images)
        rows = [self.encode(prompt) for prompt in text]
        longest = max(map(len, rows))
        left = self.tokenizer.padding_side == 'left' and self.keeps_side
        pad = lambda row, filler: [filler] * (longest - len(row)) + row if left else row + [filler] * (longest - len(row))
        pixels = [np.asarray(image[0], np.float64).mean() / 255 for image in images]
        return Batch(input_ids=tensor([pad(row, 3) for row in rows]), pixel_values=tensor(pixels),
                     attention_mask=tensor([pad([1] * len(row), 0) for row in rows]))

transformers = types.ModuleType('transformers')
loads = lambda make: types.SimpleNamespace(from_pretrained=staticmethod(make))
def load_network(name, trust_remote_code, device_map, torch_dtype):
    return Network()  # an old version: it does not know dtype=
transformers.AutoProcessor = loads(lambda name, trust_remote_code: Processor())
transformers.AutoModelForImageTextToText = loads(load_network)
sys.modules['transformers'] = transformers

import spatialtunnel as st
folder = sys.argv[1]
items = st.read_dataset(folder)
images, texts = [i.image for i in items], [i.question['text'] for i in items]
model = st.TransformersModel('m', system_prompt='Look.')
alone = lambda method, *more: [method([i], [t], *more) for i, t in zip(images, texts)]
`

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'python-'))
  await writeStandInFiles(standInDataset(3), dir)
})
afterEach(() => rm(dir, { recursive: true }))

const python = (script: string): unknown => JSON.parse(runPython(STAND_INS + script, [dir]))

testWithPython(
  'numpy, PIL',
  'the decoder’s blocks are found, not the longer vision tower’s; special tokens have no text',
  () => {
    expect(
      python(`print(json.dumps([model.layers, model.vocabulary(), model.processor.tokenizer.padding_side]))`),
    ).toEqual([3, ['Yes', 'No', ' yes', null, 'a', 'b', 'c'], 'left'])
  },
)

testWithPython(
  'numpy, PIL',
  'a batch of different lengths gives each question its own logits and states, padded left or right',
  () => {
    const worst = python(`
worst = []
for keeps_side in (True, False):
    model.processor.keeps_side = keeps_side
    batch = model.logits(images, texts)
    single = np.concatenate(alone(model.logits))
    worst.append(float(np.abs(batch - single).max()))
    states = model.states(images, texts, [0, 2])
    single = np.concatenate(alone(model.states, [0, 2]), axis=1)
    worst.append(float(np.abs(states - single).max()))
    worst.append(float(np.abs(states[0] - states[1]).max()))
lengths = {len(model.processor.encode(model.processor.apply_chat_template([{'role': 'user', 'content': t}], True))) for t in texts}
print(json.dumps([worst, len(lengths), states.shape]))
`) as [number[], number, number[]]
    const [differences, lengths, shape] = worst
    expect(lengths).toBeGreaterThan(1)
    expect(shape).toEqual([2, 12, 5])
    for (const k of [0, 1, 3, 4]) expect(differences[k]).toBeLessThan(1e-6)
    expect(differences[2]).toBeGreaterThan(0.01)
  },
)

testWithPython('numpy, PIL', 'an intervention changes the state behind its block, and only while it lasts', () => {
  const result = python(`
before = model.logits(images, texts)
vector = np.array([1.0, -2.0, 0.5, 0.0, 1.5])
unit = vector / np.linalg.norm(vector)
last = st.Intervention(2, 'v', 'add', 0.5, vector)
moved = model.logits(images, texts, last) - before
gone = st.Intervention(2, 'v', 'ablate', 1.0, vector)
ablated = model.logits(images, texts, gone)
states = model.states(images, texts, [2])[0].astype(float)
expected = (states - (states @ unit)[:, None] * unit) @ EMBEDDING.T
everywhere = model.logits(images, texts, st.Intervention(0, 'v', 'add', 0.5, vector, True))
first = model.logits(images, texts, st.Intervention(0, 'v', 'add', 0.5, vector))
print(json.dumps([float(np.abs(moved - 0.5 * vector @ EMBEDDING.T).max()), float(np.abs(ablated - expected).max()),
                  float(np.abs(everywhere - first).max()), float(np.abs(model.logits(images, texts) - before).max()),
                  [len(block.hooks) for block in model.blocks]]))
`) as [number, number, number, number, number[]]
  const [added, ablated, everywhere, after, hooks] = result
  expect(added).toBeLessThan(1e-9)
  expect(ablated).toBeLessThan(1e-5)
  // No attention in the stand-in: other tokens do not reach the last one.
  expect(everywhere).toBeLessThan(1e-9)
  expect(after).toBe(0)
  expect(hooks).toEqual([0, 0, 0])
})
