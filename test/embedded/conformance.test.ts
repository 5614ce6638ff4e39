// The embedded model with the conformance checks of all models.

import { describe, it } from "vitest";
import { EmbeddedModel } from "../../src/models/embedded.ts";
import type { GenerateRequest } from "../../src/models/model.ts";
import { modelChecks } from "../../src/testing/index.ts";
import { tinyModel } from "./tiny-model.ts";

async function embedded(prompt: GenerateRequest["prompt"]) {
  const { path, remove } = await tinyModel();
  return {
    model: await EmbeddedModel.open(path, { ownThread: false }),
    draws: [10, 11, 12].map((seed, sample) => ({ key: `task/1#${sample}`, seed })) as [
      { key: string; seed: number },
    ],
    impossible: { key: "task/none#0", seed: 0.5 },
    prompt,
    close: remove,
  };
}

const prompts: [string, GenerateRequest["prompt"]][] = [
  ["chat", [{ role: "user", content: " red apple" }]],
  ["plain completions", " red apple, pear"],
  [
    "a turn to go on with",
    [
      { role: "user", content: " red apple" },
      { role: "assistant", content: " green tree.\n\n" },
    ],
  ],
];

describe.each(prompts)("an embedded model: %s", (_, prompt) => {
  for (const { name, run } of modelChecks(() => embedded(prompt))) it(name, run);
});
