"""Rows as JSON: what becomes plain, and what is refused with its place."""

import decimal
import json
import os
import unittest
from typing import Any

from assay_client import InputError
from assay_client.plain import encode_row

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]
    if os.environ.get("ASSAY_NO_SKIP") == "1":
        raise
    print("numpy is not here: numpy scalars are not tested")


def sent(value: Any) -> Any:
    return json.loads(encode_row({"ground_truth": value}, "row 0"))["ground_truth"]


class PlainRows(unittest.TestCase):
    def test_what_is_plain_stays(self) -> None:
        for value in ["x", "", 1, -1, 0.5, True, None, ["a", ["b"]], {"a": {"b": 1}}]:
            self.assertEqual(sent(value), value)
        self.assertIs(sent(True), True)

    def test_json_is_ascii_whatever_the_text(self) -> None:
        for text in ["é", "数", "\u2028", "😀", "\ud800"]:
            data = encode_row({"response": text}, "row 0")
            self.assertTrue(data.isascii())
            self.assertEqual(json.loads(data)["response"], text)

    def test_tuples_are_lists_and_subclasses_are_what_they_are(self) -> None:
        class Text(str):
            pass

        self.assertEqual(sent(("a", 1)), ["a", 1])
        self.assertEqual(sent(Text("a")), "a")

    def test_a_whole_number_that_doubles_would_round_is_sent_as_its_digits(self) -> None:
        self.assertEqual(sent(2**53 - 1), 2**53 - 1)
        self.assertEqual(sent(2**53 + 1), "9007199254740993")
        self.assertEqual(sent(-(2**70)), str(-(2**70)))

    def test_nan_and_infinity_name_their_row(self) -> None:
        for value, name in [(float("nan"), "NaN"), (float("-inf"), "an infinity")]:
            for nested in [value, [1.0, value], {"a": value}]:
                with self.assertRaisesRegex(InputError, f"row 7: 'ground_truth' holds {name}"):
                    encode_row({"response": "x", "ground_truth": nested}, "row 7")

    def test_what_is_no_json_names_its_row_and_its_kind(self) -> None:
        for value, kind in [(b"x", "bytes"), (decimal.Decimal(1), "decimal.Decimal"), ({1}, "set"), (1j, "complex")]:
            with self.assertRaisesRegex(InputError, f"row 2: 'ground_truth' holds {kind}"):
                encode_row({"ground_truth": value}, "row 2")

    def test_a_row_is_a_mapping_with_names(self) -> None:
        with self.assertRaisesRegex(InputError, "row 1 must be a mapping"):
            encode_row(["x"], "row 1")
        with self.assertRaisesRegex(InputError, "row 1: the name of a field must be a string"):
            encode_row({1: "x"}, "row 1")


@unittest.skipIf(numpy is None, "numpy is not here")
class Numpy(unittest.TestCase):
    def test_scalars_become_plain(self) -> None:
        cases = [
            (numpy.int64(3), 3),
            (numpy.uint8(3), 3),
            (numpy.float64(0.5), 0.5),
            (numpy.bool_(True), True),
            (numpy.str_("x"), "x"),
            (numpy.array(3), 3),
            (numpy.int64(2**60 + 1), str(2**60 + 1)),
        ]
        for value, expected in cases:
            self.assertEqual(sent(value), expected)
            self.assertIs(type(sent(value)), type(expected))

    def test_singles_keep_their_shortest_decimal(self) -> None:
        self.assertEqual(sent(numpy.float32(0.1)), 0.1)
        self.assertEqual(sent(numpy.float16(0.1)), 0.1)
        self.assertEqual(sent(numpy.array([0.1, 2.5], dtype="float32")), [0.1, 2.5])
        self.assertEqual(sent(numpy.float32(1e30)), 1e30)

    def test_arrays_become_lists(self) -> None:
        self.assertEqual(sent(numpy.array([[1, 2], [3, 4]])), [[1, 2], [3, 4]])
        self.assertEqual(sent(numpy.array(["a", None], dtype=object)), ["a", None])
        self.assertEqual(sent([numpy.int64(1), {"a": numpy.array(["x"])}]), [1, {"a": ["x"]}])
        self.assertEqual(sent(numpy.array([])), [])

    def test_nan_in_any_of_them_names_its_row(self) -> None:
        for value in [numpy.float64("nan"), numpy.float32("nan"), numpy.array([1.0, float("nan")])]:
            with self.assertRaisesRegex(InputError, "row 4: 'ground_truth' holds NaN"):
                encode_row({"ground_truth": value}, "row 4")

    def test_dates_and_complex_numbers_are_refused(self) -> None:
        for value in [numpy.datetime64("2026-01-01"), numpy.complex128(1j), numpy.bytes_(b"x")]:
            with self.assertRaisesRegex(InputError, "row 0: 'ground_truth' holds numpy"):
                sent(value)


if __name__ == "__main__":
    unittest.main()
