"""The closed vocabulary of both models: words with the space before them, single digits, signs with their spaces.

Written as a Hugging Face `tokenizer.json`. Its model is WordPiece without continuations, which is a plain look-up of
whole pieces and is known to every reader of that format.
"""

import re
from collections.abc import Iterable
from functools import cache
from itertools import product, takewhile

from problems import PHRASINGS, STORIES, boxed, fill

PIECES = r"\n\n|\\boxed\{| [-+=×] | ?[A-Za-z]+|[0-9]|[^\sA-Za-z0-9]| "
UNKNOWN, PAD, BEGIN, END, SOLVE, JUDGE = SPECIAL = ("<unk>", "<pad>", "<bos>", "<eos>", "<solve>", "<judge>")
BLANK_LINE = "\n\n"
RIGHT, WRONG = "Right", "Wrong"

POLICY_TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{% if message.role == 'user' %}{{ message.content | trim }}<solve>"
    "{% elif message.role == 'assistant' %}{{ message.content }}{{ eos_token }}{% endif %}{% endfor %}"
)
"""The problem, then the solution; a trailing assistant message is a solution to go on with."""

PRM_TEMPLATE = (
    "{{ bos_token }}{% for message in messages | selectattr('role', 'equalto', 'user') %}"
    "{% if not loop.first %}{{ '\n\n' }}{% endif %}{{ message.content | trim }}{% endfor %}"
    "{% if add_generation_prompt %}<judge>{% endif %}"
)
"""The problem and the steps so far, joined by blank lines; what the judge said before is left out."""

_pieces = re.compile(PIECES)


@cache
def vocabulary() -> dict[str, int]:
    found = {"[", "]", RIGHT, WRONG, BLANK_LINE, *"0123456789", *_pieces.findall(boxed(0))}
    for story in STORIES:
        for who, things in product(story["who"], story["things"]):
            for kind in ("start", "add", "subtract", "multiply", "ask"):
                space = "" if kind == "start" else " "
                for sentence in story[kind]:
                    found.update(_pieces.findall(space + fill(sentence, who=who, things=things, n=0)))
            for sign in PHRASINGS:
                step = fill(story["step"], who=who, things=things, equation=f"0 {sign} 0 = 0")
                found.update(_pieces.findall(step))
    return {piece: number for number, piece in enumerate([*SPECIAL, *sorted(found)])}


@cache
def inventory() -> list[str]:
    return list(vocabulary())


def encode(text: str) -> list[int]:
    """As the tokenizer does, but for special tokens, which text never holds here."""
    known = vocabulary()
    unknown = known[UNKNOWN]
    return [known.get(piece, unknown) for piece in _pieces.findall(text)]


def decode(ids: Iterable[int]) -> str:
    """Up to the end of the turn."""
    pieces = inventory()
    return "".join(takewhile(lambda piece: piece != END, (pieces[number] for number in ids)))


def special(piece: str) -> int:
    return vocabulary()[piece]


def tokenizer_json() -> dict:
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": special(piece),
                "content": piece,
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
                "special": True,
            }
            for piece in SPECIAL
        ],
        "normalizer": None,
        "pre_tokenizer": {
            "type": "Split",
            "pattern": {"Regex": PIECES},
            "behavior": "Isolated",
            "invert": False,
        },
        "post_processor": None,
        "decoder": {"type": "Fuse"},
        "model": {
            "type": "WordPiece",
            "unk_token": UNKNOWN,
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": vocabulary(),
        },
    }


def tokenizer_config(template: str, longest: int) -> dict:
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": BEGIN,
        "eos_token": END,
        "pad_token": PAD,
        "unk_token": UNKNOWN,
        "clean_up_tokenization_spaces": False,
        "model_max_length": longest,
        "chat_template": template,
    }
