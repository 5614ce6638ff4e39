"""Writes a model in the Hugging Face layout, with the ONNX graph of a decoder with past that every runtime knows.

The graph is put together by hand, in plain operators. Weights are stored in float16 and cast when the graph is loaded,
which halves the files.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from network import Decoder
from tokens import BEGIN, END, PAD, special, tokenizer_config, tokenizer_json

OPSET = 17


class Graph:
    """Nodes and initializers in the making."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []

    def add(self, operator: str, *inputs: str, name: str | None = None, **attributes: object) -> str:
        output = name or f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def constant(self, values: object, dtype: type = np.int64) -> str:
        name = f"constant_{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(np.array(values, dtype), name))
        return name

    def weight(self, name: str, values: NDArray) -> str:
        self.initializers.append(numpy_helper.from_array(values.astype(np.float16), f"{name}.float16"))
        return self.add("Cast", f"{name}.float16", to=TensorProto.FLOAT, name=name)


def graph_of(model: Decoder) -> onnx.ModelProto:
    shape = model.shape
    weights = {name: tensor.detach().float().cpu().numpy() for name, tensor in model.state_dict().items()}
    graph = Graph()
    scale = graph.constant(shape.head_width**-0.5, np.float32)
    cos, sin = positions(graph, model)
    allowed = mask(graph)
    embedding = graph.weight("embedding.weight", weights["embedding.weight"])
    x = graph.add("Gather", embedding, "input_ids")

    def linear(x: str, name: str) -> str:
        return graph.add("MatMul", x, graph.weight(name, weights[f"{name}.weight"].T))

    def norm(x: str, name: str) -> str:
        scale, bias = (graph.weight(f"{name}.{part}", weights[f"{name}.{part}"]) for part in ("weight", "bias"))
        return graph.add("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-5)

    def rotate(x: str) -> str:
        first, second = split(graph, x, 2, axis=3)
        return graph.add(
            "Concat",
            graph.add("Sub", graph.add("Mul", first, cos), graph.add("Mul", second, sin)),
            graph.add("Add", graph.add("Mul", second, cos), graph.add("Mul", first, sin)),
            axis=3,
        )

    by_heads = graph.constant([0, 0, shape.heads, shape.head_width])
    together = graph.constant([0, 0, shape.width])
    for layer in range(shape.layers):
        block = f"blocks.{layer}"
        packed = linear(norm(x, f"{block}.attention_norm"), f"{block}.query_key_value")
        query, key, value = (
            graph.add("Transpose", graph.add("Reshape", part, by_heads), perm=[0, 2, 1, 3])
            for part in split(graph, packed, 3, axis=2)
        )
        query, key = rotate(query), rotate(key)
        key, value = (
            graph.add("Concat", f"past_key_values.{layer}.{kind}", now, axis=2, name=f"present.{layer}.{kind}")
            for kind, now in (("key", key), ("value", value))
        )
        scores = graph.add("MatMul", graph.add("Mul", query, scale), graph.add("Transpose", key, perm=[0, 1, 3, 2]))
        mixed = graph.add("MatMul", graph.add("Softmax", graph.add("Add", scores, allowed), axis=-1), value)
        joined = graph.add("Reshape", graph.add("Transpose", mixed, perm=[0, 2, 1, 3]), together)
        x = graph.add("Add", x, linear(joined, f"{block}.attention_out"))
        inner = gelu(graph, linear(norm(x, f"{block}.mlp_norm"), f"{block}.mlp_in"))
        x = graph.add("Add", x, linear(inner, f"{block}.mlp_out"))
    graph.add("MatMul", norm(x, "norm"), graph.add("Transpose", embedding, perm=[1, 0]), name="logits")
    return assemble(graph, model)


def split(graph: Graph, x: str, parts: int, axis: int) -> list[str]:
    outputs = [f"{x}_part_{part}" for part in range(parts)]
    graph.nodes.append(helper.make_node("Split", [x], outputs, axis=axis))
    return outputs


def gelu(graph: Graph, x: str) -> str:
    scaled = graph.add("Div", x, graph.constant(2**0.5, np.float32))
    gate = graph.add("Add", graph.add("Erf", scaled), graph.constant(1, np.float32))
    return graph.add("Mul", graph.add("Mul", x, gate), graph.constant(0.5, np.float32))


def positions(graph: Graph, model: Decoder) -> tuple[str, str]:
    """Cosines and sines of each token's place, for all heads. The tables stay exact."""
    tables = (graph.constant(each.numpy(), np.float32) for each in model.shape.rotary_tables())
    heads = graph.constant([1])
    cos, sin = (graph.add("Unsqueeze", graph.add("Gather", table, "position_ids"), heads) for table in tables)
    return cos, sin


def mask(graph: Graph) -> str:
    """Zero where a token may look, which is at real tokens up to itself, and far below elsewhere."""
    zero, one = graph.constant(0), graph.constant(1)
    total, length = (
        graph.add("Gather", graph.add("Shape", ids), one) for ids in ("attention_mask", "input_ids")
    )
    keys = graph.add("Range", zero, total, one)
    queries = graph.add("Range", graph.add("Sub", total, length), total, one)
    earlier = graph.add("LessOrEqual", keys, graph.add("Unsqueeze", queries, graph.constant([1])))
    real = graph.add("Cast", graph.add("Unsqueeze", "attention_mask", graph.constant([1, 2])), to=TensorProto.BOOL)
    allowed = graph.add("And", real, earlier)
    return graph.add("Where", allowed, graph.constant(0, np.float32), graph.constant(-1e9, np.float32))


def assemble(graph: Graph, model: Decoder) -> onnx.ModelProto:
    shape = model.shape

    def cache(kind: str, length: str) -> list[onnx.ValueInfoProto]:
        sizes = ["batch", shape.heads, length, shape.head_width]
        return [
            helper.make_tensor_value_info(f"{kind}.{layer}.{part}", TensorProto.FLOAT, sizes)
            for layer in range(shape.layers)
            for part in ("key", "value")
        ]

    def ids(name: str, length: str) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", length])

    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "length", shape.vocabulary])
    inputs = [ids("input_ids", "length"), ids("attention_mask", "total"), ids("position_ids", "length")]
    made = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "decoder",
            [*inputs, *cache("past_key_values", "past")],
            [logits, *cache("present", "total")],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=8,
        producer_name="assay",
    )
    onnx.checker.check_model(made, full_check=True)
    return made


def export(model: Decoder, template: str, folder: Path) -> None:
    shape = model.shape
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    onnx.save(graph_of(model), folder / "onnx" / "model.onnx")
    tokens = {"bos_token_id": special(BEGIN), "eos_token_id": special(END), "pad_token_id": special(PAD)}
    config = {
        "model_type": "assay-decoder",
        "vocab_size": shape.vocabulary,
        "hidden_size": shape.width,
        "intermediate_size": 4 * shape.width,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.heads,
        "head_dim": shape.head_width,
        "max_position_embeddings": shape.longest,
        "rope_theta": shape.rotary_base,
        "tie_word_embeddings": True,
        **tokens,
    }
    write_json(folder / "config.json", config)
    write_json(folder / "generation_config.json", tokens)
    write_json(folder / "tokenizer.json", tokenizer_json())
    write_json(folder / "tokenizer_config.json", tokenizer_config(template, shape.longest))


@torch.inference_mode()
def verify(model: Decoder, folder: Path, prompts: Sequence[list[int]]) -> float:
    """The largest difference between the file's logits and the model's: prompts of unequal length, padded on the left
    and read in two parts, against each prompt alone."""
    session = onnxruntime.InferenceSession(folder / "onnx" / "model.onnx", providers=["CPUExecutionProvider"])
    longest, device = max(map(len, prompts)), model.cos.device
    model.cpu()
    ids = np.array([[special(PAD)] * (longest - len(each)) + each for each in prompts], np.int64)
    real = np.array([[0] * (longest - len(each)) + [1] * len(each) for each in prompts], np.int64)
    places = (real.cumsum(1) - 1).clip(0)
    names = [each.name for each in session.get_outputs()]
    empty = np.zeros((len(prompts), model.shape.heads, 0, model.shape.head_width), np.float32)
    past = {f"past_key_values.{name.removeprefix('present.')}": empty for name in names[1:]}
    logits = []
    for part in (slice(0, longest // 2), slice(longest // 2, longest)):
        inputs = {"input_ids": ids[:, part], "attention_mask": real[:, : part.stop], "position_ids": places[:, part]}
        outputs = dict(zip(names, session.run(names, {**inputs, **past}), strict=True))
        logits.append(outputs["logits"])
        past = {f"past_key_values.{name.removeprefix('present.')}": outputs[name] for name in names[1:]}
    padded = np.concatenate(logits, 1)
    alone = [model(torch.tensor([each]))[0].numpy() for each in prompts]
    model.to(device)
    return max(float(np.abs(row[-len(one) :] - one).max()) for row, one in zip(padded, alone, strict=True))


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", "utf-8")
