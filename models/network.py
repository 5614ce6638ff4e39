"""A small decoder: pre-norm blocks, rotary positions, tied embeddings; and batched sampling with a cache."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from tokens import END, PAD, special

Layer = tuple[Tensor, Tensor]
"""Keys and values of one layer."""
Cache = list[Layer]


@dataclass(frozen=True)
class Shape:
    vocabulary: int
    width: int
    layers: int
    heads: int
    longest: int = 384
    rotary_base: float = 10_000.0

    @property
    def head_width(self) -> int:
        return self.width // self.heads

    def rotary_tables(self) -> tuple[Tensor, Tensor]:
        """Cosines and sines, a row a position."""
        half = self.head_width // 2
        turns = self.rotary_base ** -(torch.arange(half, dtype=torch.float64) / half)
        angles = torch.arange(self.longest, dtype=torch.float64)[:, None] * turns
        return angles.cos().float(), angles.sin().float()


@dataclass(frozen=True)
class Sample:
    ids: list[int]
    watched: list[list[float]]  # the logits of the watched tokens at each place


class Block(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.attention_norm = nn.LayerNorm(shape.width)
        self.query_key_value = nn.Linear(shape.width, 3 * shape.width, bias=False)
        self.attention_out = nn.Linear(shape.width, shape.width, bias=False)
        self.mlp_norm = nn.LayerNorm(shape.width)
        self.mlp_in = nn.Linear(shape.width, 4 * shape.width, bias=False)
        self.mlp_out = nn.Linear(4 * shape.width, shape.width, bias=False)

    def forward(
        self, x: Tensor, cos: Tensor, sin: Tensor, allowed: Tensor | None, past: Layer | None
    ) -> tuple[Tensor, Layer]:
        rows, length, width = x.shape
        packed = self.query_key_value(self.attention_norm(x))
        heads = packed.view(rows, length, 3, self.shape.heads, self.shape.head_width)
        query, key, value = heads.permute(2, 0, 3, 1, 4)
        query, key = (rotate(each, cos, sin).to(value.dtype) for each in (query, key))
        if past is not None:
            key, value = torch.cat([past[0], key], 2), torch.cat([past[1], value], 2)
        mixed = functional.scaled_dot_product_attention(query, key, value, allowed, is_causal=allowed is None)
        x = x + self.attention_out(mixed.transpose(1, 2).reshape(rows, length, width))
        x = x + self.mlp_out(functional.gelu(self.mlp_in(self.mlp_norm(x))))
        return x, (key, value)


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    first, second = x.chunk(2, -1)
    return torch.cat([first * cos - second * sin, second * cos + first * sin], -1)


class Decoder(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.embedding = nn.Embedding(shape.vocabulary, shape.width)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.norm = nn.LayerNorm(shape.width)
        cos, sin = shape.rotary_tables()
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)
        for name, weight in self.named_parameters():
            if weight.dim() > 1:
                residual = name.endswith(("attention_out.weight", "mlp_out.weight"))
                nn.init.normal_(weight, std=0.02 / (2 * shape.layers) ** 0.5 if residual else 0.02)

    def forward(self, ids: Tensor) -> Tensor:
        """Logits of whole sequences that are padded at the end, for training."""
        length = ids.shape[1]
        return self.step(ids, self.cos[:length], self.sin[:length], None, None)[0]

    def step(
        self, ids: Tensor, cos: Tensor, sin: Tensor, allowed: Tensor | None, past: Cache | None
    ) -> tuple[Tensor, Cache]:
        """Logits of some more tokens, and the cache that then holds them too."""
        x = self.embedding(ids)
        present: Cache = []
        for number, block in enumerate(self.blocks):
            x, layer = block(x, cos, sin, allowed, past[number] if past else None)
            present.append(layer)
        return functional.linear(self.norm(x), self.embedding.weight), present

    @torch.inference_mode()
    def sample(
        self,
        prompts: Sequence[list[int]],
        temperature: float,
        seed: int,
        most: int,
        stop: int | None = None,
        watched: Sequence[int] = (),
    ) -> list[Sample]:
        """A continuation of each prompt, up to its end of turn or the stop token; temperature 0 takes the likeliest."""
        device = self.cos.device
        generator = torch.Generator(device).manual_seed(seed)
        end = special(END)
        ids, real = padded(prompts, device)
        places = (real.cumsum(1) - 1).clamp(min=0)
        length = ids.shape[1]
        # A padding token sees itself, lest its softmax be empty.
        earlier = torch.ones(length, length, dtype=torch.bool, device=device).tril()
        allowed = (real[:, None, None] & earlier) | torch.eye(length, dtype=torch.bool, device=device)
        running = torch.ones(len(prompts), dtype=torch.bool, device=device)
        past: Cache | None = None
        drawn: list[Tensor] = []
        seen: list[Tensor] = []
        for count in range(min(most, self.shape.longest - length)):
            logits, past = self.step(ids, self.cos[places][:, None], self.sin[places][:, None], allowed, past)
            last = logits[:, -1].float()
            token = torch.where(running, draw(last, temperature, generator), end)
            drawn.append(token)
            seen.append(last[:, list(watched)])
            running &= (token != end) & (token != (end if stop is None else stop))
            # To look at every token would be to wait for every token.
            if count % 8 == 7 and not running.any():
                break
            ids, places = token[:, None], places[:, -1:] + 1
            real = torch.cat([real, torch.ones_like(real[:, :1])], 1)
            allowed = real[:, None, None]
        rows = zip(torch.stack(drawn, 1).tolist(), torch.stack(seen, 1).tolist(), strict=True)
        return [cut(Sample(tokens, logits), {end, stop}) for tokens, logits in rows]


def padded(prompts: Sequence[list[int]], device: torch.device) -> tuple[Tensor, Tensor]:
    """Prompts filled up on the left, and which of the tokens are real."""
    longest = max(map(len, prompts))
    ids = torch.tensor([[special(PAD)] * (longest - len(each)) + each for each in prompts], device=device)
    lengths = torch.tensor([len(each) for each in prompts], device=device)
    return ids, torch.arange(longest, device=device) >= longest - lengths[:, None]


def draw(logits: Tensor, temperature: float, generator: torch.Generator) -> Tensor:
    if temperature == 0:
        return logits.argmax(-1)
    return torch.multinomial((logits / temperature).softmax(-1), 1, generator=generator)[:, 0]


def cut(sample: Sample, ends: set[int | None]) -> Sample:
    length = next((place for place, token in enumerate(sample.ids) if token in ends), len(sample.ids))
    return Sample(sample.ids[:length], sample.watched[:length])
