// The embedded model against the suite of all models.

import { EmbeddedModel } from "../../src/models/embedded.ts";
import type { GenerateRequest } from "../../src/models/model.ts";
import { conformsToModel } from "../models/conformance.ts";
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

conformsToModel("embedded, chat", () => embedded([{ role: "user", content: " red apple" }]));
conformsToModel("embedded, plain completions", () => embedded(" red apple, pear"));
conformsToModel("embedded, a turn to go on with", () =>
  embedded([
    { role: "user", content: " red apple" },
    { role: "assistant", content: " green tree.\n\n" },
  ]),
);
