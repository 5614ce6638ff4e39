// What Assay itself writes: the items of `assay serve --log`
//   {"time": "…", "request": "…", "reward": "r1_zero", "item": {"response": "…", "ground_truth": "18"},
//    "outcome": "right", "result": {"reward": 1.0}}
// and any rows whose columns `--field` names.

import { problemIn } from "../../judge/question.ts";
import { findReward } from "../../rewards/index.ts";
import { type Format, has, leftOut, recordAt } from "../row.ts";

export const serveLog: Format = {
  name: "assay serve --log",
  marks: "request, reward, item, outcome and result",
  recognise: (head) => has(head, "request", "reward", "item", "outcome", "result"),
  rows(record) {
    const { reward, item, outcome, result } = record;
    const fields = recordAt(item);
    const known = typeof reward === "string" ? findReward(reward) : undefined;
    if (outcome === "unscored" || outcome === "error") return { left_out: leftOut.noVerdict };
    if (outcome === "no_format") return { left_out: "the format was wrong, so the answer was not graded" };
    return {
      prompt: problemIn(fields) ?? fields.prompt ?? "",
      response: fields.response ?? fields.answer ?? fields.completion,
      gold: fields[known?.gold ?? "ground_truth"] ?? fields.ground_truth ?? fields.gold,
      theirs: outcome === "right" ? true : (recordAt(result).answer_reward ?? recordAt(result).reward),
    };
  },
};

export const ownFields: Format = {
  name: "rows",
  marks: "the columns of --field response=…, gold=… and theirs=…",
  recognise: (head) => head.of === "rows",
  rows: () => ({ prompt: "", response: undefined, gold: undefined, theirs: undefined }),
};
