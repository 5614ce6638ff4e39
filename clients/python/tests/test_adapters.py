"""The adapters, called as each trainer calls them."""

import asyncio
import inspect
import json
import pickle
import sys
import types
import unittest
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Dict, List, Tuple
from unittest import mock

import assay_client
from assay_client import InputError, UnscoredError
from assay_client.adapters.rows import text_of
from stub_service import Handler, WithStub, refuse, say


class WithItems(WithStub):
    def sent(self) -> List[Dict[str, Any]]:
        return [item for body in self.stub.bodies for item in json.loads(body)["items"]]


class Trl(WithItems):
    """TRL calls with prompts, completions, token ids and all columns by name, and `log_metric` among them."""

    def call(self, function: Any, completions: List[Any], **columns: Any) -> Any:
        count = len(completions)
        return function(
            prompts=["p"] * count,
            completions=completions,
            completion_ids=[[1, 2]] * count,
            trainer_state=object(),
            log_extra=lambda *_: None,
            image=[object()] * count,
            **columns,
        )

    def test_floats_and_none(self) -> None:
        reward = assay_client.trl_reward("number", service=self.stub.url)
        with self.assertLogs("assay_client", "WARNING") as logs:
            found = self.call(reward, ["1", "2", "3"], answer=["1", None, "3"], log_metric=lambda *_: None)
        self.assertEqual(found, [1.0, None, 3.0])
        self.assertEqual([type(each) for each in found], [float, type(None), float])
        self.assertIn("1 of 3 completions were not scored; the first: the ground truth is empty", logs.output[0])

    def test_only_named_columns_are_sent(self) -> None:
        reward = assay_client.trl_reward(
            "number", gold="solution", columns={"grading": "how"}, service=self.stub.url
        )
        self.call(reward, ["1"], solution=["1"], how=["fast"])
        about = {"group": "516b9783fca5", "response_length": 2}  # The first digits of SHA-1 of "p".
        self.assertEqual(self.sent(), [{**about, "response": "1", "ground_truth": "1", "grading": "fast"}])

    def test_all_columns_are_sent_that_json_can_hold(self) -> None:
        reward = assay_client.trl_reward("number", columns="all", service=self.stub.url)
        self.call(reward, ["1", "2"], answer=["1", "2"], level=[3, 4])
        first = self.sent()[0]
        self.assertEqual(first["prompt"], "p")
        self.assertEqual((first["level"], first["answer"], first["completion_ids"]), (3, "1", [1, 2]))
        self.assertNotIn("image", first)

    def test_functions_that_leave_a_row_out_together(self) -> None:
        graded, format_only = assay_client.trl_rewards(["number", "r1_zero_format"], service=self.stub.url)
        self.stub.headers = {"X-Assay-Hedges": "1"}
        completions, logged = ["1", "2"], {}
        columns = {"answer": ["1", None]}
        with self.assertLogs("assay_client"):
            first = self.call(graded, completions, log_metric=logged.__setitem__, **columns)
            second = self.call(format_only, completions, log_metric=logged.__setitem__, **columns)
        self.assertEqual((first, second), ([1.0, None], [1.0, None]))
        self.assertEqual(logged, {"assay/unscored": 0.5, "assay/hedges": 0.5})
        self.assertEqual(len(self.stub.bodies), 2)
        with self.assertLogs("assay_client"):
            self.call(graded, completions, **columns)
        self.assertEqual(len(self.stub.bodies), 4)

    def test_raises_for_trainers_that_count_none_as_0(self) -> None:
        reward = assay_client.trl_reward("number", service=self.stub.url, on_unscored="raise")
        with self.assertRaisesRegex(UnscoredError, "row 1 could not be scored: the ground truth is empty"):
            self.call(reward, ["1", "2"], answer=["1", None])
        with self.assertRaisesRegex(InputError, "'none' or 'raise'"):
            assay_client.trl_reward("number", on_unscored="zero")

    def test_message_lists(self) -> None:
        reward = assay_client.trl_reward("number", service=self.stub.url)
        completions = [
            [{"role": "assistant", "content": "1"}],
            [
                {"role": "assistant", "content": None, "tool_calls": [{}]},
                {"role": "tool", "content": "99"},
                {"role": "assistant", "content": [{"type": "text", "text": "2"}]},
            ],
        ]
        self.assertEqual(self.call(reward, completions, answer=["1", "1"]), [1.0, 2.0])

    def test_metrics(self) -> None:
        self.stub.headers = {"X-Assay-Hedges": "1"}
        logged: Dict[str, float] = {}
        reward = assay_client.trl_reward("number", service=self.stub.url)
        with self.assertLogs("assay_client"):
            self.call(reward, ["1", "2"], answer=["1", None], log_metric=logged.__setitem__)
        self.assertEqual(logged, {"assay/unscored": 0.5, "assay/hedges": 0.5})

    def test_the_name_that_is_logged(self) -> None:
        self.assertEqual(assay_client.trl_reward("r1_zero_boxed").__name__, "r1_zero_boxed")
        self.assertEqual(assay_client.trl_reward_async("r1_zero_boxed").__name__, "r1_zero_boxed")

    def test_a_real_coroutine_function(self) -> None:
        reward = assay_client.trl_reward_async("number", service=self.stub.url)
        self.assertTrue(inspect.iscoroutinefunction(reward))
        with self.assertLogs("assay_client"):
            self.assertEqual(asyncio.run(self.call(reward, ["1", "2"], answer=["1", None])), [1.0, None])

    def test_ms_swift_gives_completions_first(self) -> None:
        reward = assay_client.trl_reward("number", gold="solution", service=self.stub.url)
        self.assertEqual(reward(["1"], solution=["1"], trainer_state=object()), [1.0])

    def test_a_column_that_is_not_there(self) -> None:
        reward = assay_client.trl_reward("number", gold="solution", service=self.stub.url)
        with self.assertRaisesRegex(InputError, "no column 'solution' \\(it has: answer"):
            reward(["1"], answer=["1"])
        with self.assertRaisesRegex(InputError, "has 2 values for 1 completions"):
            reward(["1"], solution=["1", "2"])
        with self.assertRaisesRegex(InputError, "must hold a value for each completion"):
            reward(["1"], solution="1")

    def test_an_agent_is_sent_with_its_conversation(self) -> None:
        reward = assay_client.trl_reward("qa_f1_format", service=self.stub.url)
        messages = [{"role": "tool", "content": "x"}, {"role": "assistant", "content": "2"}]
        self.assertEqual(reward([messages], answer=["Paris"]), [2.0])
        self.assertEqual(self.sent(), [{"prediction": "2", "answer": "Paris", "trajectory": messages}])

    def test_a_reward_without_a_gold(self) -> None:
        reward = assay_client.trl_reward("r1_zero_format", service=self.stub.url)
        self.assertEqual(reward(["1"]), [1.0])
        self.assertEqual(self.sent(), [{"response": "1"}])


class Texts(unittest.TestCase):
    def test_texts_of_completions(self) -> None:
        cases: List[Tuple[Any, str]] = [
            ("x", "x"),
            ({"role": "assistant", "content": "x"}, "x"),
            ([{"content": "x"}], "x"),
            ([], ""),
            ([{"role": "user", "content": "x"}], ""),
            ([{"role": "assistant", "content": [{"type": "image"}, {"type": "text", "text": "x"}]}], "x"),
        ]
        for completion, text in cases:
            self.assertEqual(text_of(completion), text)

    def test_what_is_no_completion(self) -> None:
        for value in (3, None, ["x"]):
            with self.assertRaises(InputError):
                text_of(value)


class Verl(WithItems):
    def test_one_by_one(self) -> None:
        score = assay_client.verl_compute_score("number", service=self.stub.url)
        found = score(data_source="math", solution_str="3", ground_truth="3", extra_info={"split": "train"}, more=1)
        self.assertEqual(found, {"score": 3.0, "acc": 3.0, "format_reward": 1.0, "unscored": 0.0})
        self.assertEqual(self.sent(), [{"data_source": "math", "response": "3", "ground_truth": "3"}])

    def test_everything_of_the_row(self) -> None:
        score = assay_client.verl_compute_score("number", columns="all", service=self.stub.url)
        info = {"index": 7, "split": "train", "state": object()}
        score(data_source="math", solution_str="3", ground_truth="3", extra_info=info)
        sent = {"data_source": "math", "group": "math 7", "extra_info": {"index": 7, "split": "train"}}
        self.assertEqual(self.sent(), [{**sent, "response": "3", "ground_truth": "3"}])

    def test_in_a_pool_of_processes(self) -> None:
        score = assay_client.verl_compute_score("number", service=self.stub.url)
        with ProcessPoolExecutor(2) as pool:
            asked = [pool.submit(score, "math", str(i), "1", {}) for i in range(20)]
            self.assertEqual([each.result()["score"] for each in asked], [float(i) for i in range(20)])

    def test_a_coroutine(self) -> None:
        score = assay_client.verl_compute_score_async("number", service=self.stub.url)
        self.assertTrue(inspect.iscoroutinefunction(score))
        found = asyncio.run(score(data_source="math", solution_str="3", ground_truth="3", extra_info=None))
        self.assertEqual(found["score"], 3.0)

    def test_a_batch(self) -> None:
        score = assay_client.verl_compute_score_batch("number", service=self.stub.url, on_unscored="zero")
        found = score(
            data_sources=["m", "m"], solution_strs=["1", "2"], ground_truths=["1", None], extra_infos=[{}, None]
        )
        self.assertEqual([each["score"] for each in found], [1.0, 0.0])
        self.assertEqual([list(each) for each in found], [["score", "acc", "format_reward", "unscored"]] * 2)
        with self.assertRaisesRegex(InputError, "1 solutions came with 2"):
            score(solution_strs=["1"], ground_truths=["1", "2"])

    def test_unscored_is_raised_unless_zero_was_asked_for(self) -> None:
        strict = assay_client.verl_compute_score_batch("number", service=self.stub.url)
        with self.assertRaisesRegex(UnscoredError, "row 1 could not be scored: the ground truth is empty") as caught:
            strict(solution_strs=["1", "2"], ground_truths=["1", None])
        self.assertEqual((caught.exception.row, caught.exception.reason), (1, "the ground truth is empty"))
        zero = assay_client.verl_compute_score("number", service=self.stub.url, on_unscored="zero")
        self.assertEqual(
            zero(None, "1", None), {"score": 0.0, "acc": 0.0, "format_reward": 0.0, "unscored": 1.0}
        )
        with self.assertRaisesRegex(InputError, "'raise' or 'zero'"):
            assay_client.verl_compute_score("number", on_unscored="none")

    def test_an_item_without_a_reward_is_never_a_number(self) -> None:
        score = assay_client.verl_compute_score("number", service=self.stub.url)
        for result in ({"reward": None, "error": "timed out"}, {"reward": None}, {}):
            self.stub.faults = [say({"results": [result]})]
            with self.assertRaises(UnscoredError):
                score(None, "1", "1")

    def test_fields_of_extra_info(self) -> None:
        score = assay_client.verl_compute_score("number", columns={"grading": "how"}, service=self.stub.url)
        score(None, "1", "1", {"how": "fast", "index": 3})
        self.assertEqual(self.sent()[0]["grading"], "fast")
        with self.assertRaisesRegex(InputError, "extra_info has no 'how'"):
            score(None, "1", "1", {"index": 3})


class AReaL(WithItems):
    def test_a_float(self) -> None:
        reward = assay_client.areal_reward("number", service=self.stub.url)
        found = reward("prompt", "3", [1], [2], answer="3", query_id="7")
        self.assertEqual((found, type(found)), (3.0, float))
        self.assertEqual(self.sent(), [{"group": "9c7e05e5868a", "response_length": 1, "response": "3", "ground_truth": "3"}])

    def test_in_a_pool_of_processes(self) -> None:
        reward = assay_client.areal_reward("number", service=self.stub.url)
        with ProcessPoolExecutor(2) as pool:
            asked = [pool.submit(reward, "p", str(i), [1], [2], answer="1") for i in range(40)]
            self.assertEqual([each.result() for each in asked], [float(i) for i in range(40)])
        self.assertLessEqual(self.stub.connections, 2)

    def test_a_client_may_be_given_and_comes_along(self) -> None:
        with assay_client.Client(self.stub.url) as client:
            reward = pickle.loads(pickle.dumps(assay_client.areal_reward("number", service=client)))
            self.assertEqual(reward("p", "3", [1], [2], answer="3"), 3.0)

    def test_unscored(self) -> None:
        with self.assertRaises(UnscoredError):
            assay_client.areal_reward("number", service=self.stub.url)("p", "3", answer=None)
        zero = assay_client.areal_reward("number", service=self.stub.url, on_unscored="zero")
        self.assertEqual(zero("p", "3", answer=None), 0.0)
        with self.assertRaisesRegex(InputError, "no column 'answer'"):
            zero("p", "3")


class OpenRlhf(WithItems):
    def answer(self, value: Any) -> Any:
        def fault(handler: Handler) -> bool:
            handler.answer(200, value)
            return True

        return fault

    def test_lists_for_several_and_for_one(self) -> None:
        reward = assay_client.openrlhf_reward_func("number", service=self.stub.url)
        self.stub.faults = [
            self.answer({"rewards": [1.0, 0.0], "scores": [1.0, 0.0], "extra_logs": {"f": [1.0, 1.0]}}),
            self.answer({"rewards": 1.0, "scores": 1.0, "extra_logs": {"f": 0.0}}),
        ]
        found = reward(queries=["pa", "pb"], prompts=["p", "p"], labels=["a", "b"], raw_images=None)
        self.assertEqual(found, {"rewards": [1.0, 0.0], "scores": [1.0, 0.0], "extra_logs": {"f": [1.0, 1.0]}})
        found = reward(["pa"], ["p"], ["a"])
        self.assertEqual(found, {"rewards": [1.0], "scores": [1.0], "extra_logs": {"f": [0.0]}})
        self.assertEqual(self.stub.requests[0][0], "/openrlhf?reward=number&on_unscored=fail")
        self.assertEqual(
            json.loads(self.stub.bodies[0]), {"query": ["pa", "pb"], "prompts": ["p", "p"], "labels": ["a", "b"]}
        )

    def test_tensors_where_there_is_torch(self) -> None:
        torch = types.ModuleType("torch")
        torch.tensor = lambda numbers: ("tensor", numbers)  # type: ignore[attr-defined]
        self.stub.faults = [self.answer({"rewards": 1.0, "scores": 1.0, "extra_logs": {}})]
        with mock.patch.dict(sys.modules, {"torch": torch}):
            found = assay_client.openrlhf_reward_func("number", service=self.stub.url)(["pa"], ["p"], ["a"])
        self.assertEqual(found["rewards"], ("tensor", [1.0]))

    def test_unscored_is_raised(self) -> None:
        self.stub.faults = [refuse(422, "item 0: the ground truth is empty")]
        with self.assertRaisesRegex(UnscoredError, "the ground truth is empty"):
            assay_client.openrlhf_reward_func("number", service=self.stub.url)(["pa"], ["p"], [None])


class AgentFly(WithItems):
    """AgentFly hands over only what the signature names, and awaits coroutine functions."""

    def call(self, function: Any, **given: Any) -> Any:
        self.assertTrue(inspect.iscoroutinefunction(function))
        names = inspect.signature(function).parameters
        return asyncio.run(function(**{name: value for name, value in given.items() if name in names}))

    def test_a_dictionary_of_floats(self) -> None:
        reward = assay_client.agentfly_reward("number", gold="solution", service=self.stub.url)
        found = self.call(reward, final_response="3", solution="3", question="q", trajectory=[{"role": "tool"}])
        self.assertEqual(found, {"reward": 3.0, "format_reward": 1.0, "unscored": 0.0})
        self.assertEqual(self.sent(), [{"response": "3", "ground_truth": "3"}])

    def test_the_conversation(self) -> None:
        reward = assay_client.agentfly_reward("qa_f1_format", service=self.stub.url)
        trajectory = [{"role": "tool", "content": "x"}]
        self.call(reward, final_response="3", answer="Paris", trajectory=trajectory)
        self.assertEqual(self.sent(), [{"prediction": "3", "answer": "Paris", "trajectory": trajectory}])

    def test_unscored(self) -> None:
        with self.assertRaises(UnscoredError):
            self.call(assay_client.agentfly_reward("number", service=self.stub.url), final_response="3")


if __name__ == "__main__":
    unittest.main()
