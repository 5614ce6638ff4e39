// A hub with small copies of the benchmarks' data sets, in their real form, and an environment that points to it.

import { onTestFinished, vi } from "vitest";
import { HubServer } from "../datasets/hub-server.ts";
import { writeParquet } from "../datasets/parquet-writer.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";

const jsonLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

export async function hubOfTasks(): Promise<HubServer> {
  const hub = await HubServer.start();
  onTestFinished(() => hub.stop());
  onTestFinished(() => void vi.unstubAllEnvs());
  const home = await temporaryFolder();
  for (const [name, value] of Object.entries({ HF_ENDPOINT: hub.endpoint, HF_HOME: home }))
    vi.stubEnv(name, value);
  for (const name of ["HF_HUB_CACHE", "HF_TOKEN", "HF_TOKEN_PATH", "HF_HUB_OFFLINE"]) vi.stubEnv(name, "");
  publishAll(hub);
  return hub;
}

export const aimeAnswers = ["204", "025", "809"];

function publishAll(hub: HubServer): void {
  hub.publish("HuggingFaceH4/aime_2024", {
    "data/train-00000-of-00001.parquet": writeParquet(
      {
        id: { type: "integer", values: [60n, 61n, 62n] },
        problem: { type: "text", values: ["Walk.", "Logs $x$ & $$y$$.", "Rhombus."] },
        solution: { type: "text", values: ["Solve \\boxed{204}.", "Add.", "Square."] },
        answer: { type: "text", values: aimeAnswers },
        url: { type: "text", values: ["u", "u", "u"] },
        year: { type: "text", values: ["2024", "2024", "2024"] },
      },
      "snappy",
    ),
  });
  hub.publish("opencompass/AIME2025", {
    "README.md": "words",
    "aime2025-I.jsonl": jsonLines([
      { question: "I one", answer: "70" },
      { question: "I two", answer: "588" },
    ]),
    "aime2025-II.jsonl": jsonLines([{ question: "II one", answer: "336^\\circ" }]),
  });
  hub.publish("openai/gsm8k", {
    "main/test-00000-of-00001.parquet": writeParquet({
      question: { type: "text", values: ["Eggs?"] },
      answer: { type: "text", values: ["16 - 7 = <<16-7=9>>9 eggs.\n9 * 2 = $<<9*2=18>>18.\n#### 1,018"] },
    }),
    "main/train-00000-of-00001.parquet": writeParquet({ question: { type: "text", values: ["no"] } }),
    "socratic/test-00000-of-00001.parquet": writeParquet({ question: { type: "text", values: ["no"] } }),
  });
  hub.publish("HuggingFaceH4/MATH-500", {
    "test.jsonl": jsonLines([
      {
        problem: "Convert.",
        solution: "So $\\boxed{(3,\\frac{\\pi}{2})}$",
        answer: "\\left( 3, \\frac{\\pi}{2} \\right)",
        subject: "Precalculus",
        level: 2,
        unique_id: "test/precalculus/807.json",
      },
    ]),
  });
  hub.publish("math-ai/amc23", {
    "test-00000-of-00001.parquet": writeParquet({
      id: { type: "integer", values: [0n, 1n] },
      question: { type: "text", values: ["Cities?", "Lemonade?"] },
      answer: { type: "double", values: [27, 36] },
      url: { type: "text", values: ["u", "u"] },
    }),
  });
  hub.publish("math-ai/minervamath", {
    "test.jsonl": jsonLines([
      { question: "Magnitude?", answer: "1.6" },
      { question: "Box?", solution: "Then $\\boxed{4.5e33}$ erg." },
    ]),
  });
  hub.publish("Hothan/OlympiadBench", {
    "OlympiadBench/OE_TO_maths_en_COMP/OE_TO_maths_en_COMP.parquet": writeParquet(
      {
        id: { type: "integer", values: [1606n, 1610n, 1612n] },
        question: { type: "text", values: ["Digit?", "Roots?", "Either?"] },
        context: { type: "text", values: [null, "Let $f$ be a cubic.", null] },
        final_answer: { type: "list", values: [["2"], ["1", "3"], ["$x=4$", "$4$"]] },
        is_multiple_answer: { type: "text", values: [null, "yes", null] },
      },
      "zstd",
    ),
    "OlympiadBench/OE_TO_physics_en_COMP/OE_TO_physics_en_COMP.parquet": writeParquet({
      question: { type: "text", values: ["no"] },
    }),
  });
}
