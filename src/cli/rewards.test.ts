import { expect, it, vi } from "vitest";
import { command } from "./rewards.ts";

async function printed(argv: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    expect(await command.run(argv)).toBe(0);
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

it("lists every reward with its fields, those that may be left out with a question mark", async () => {
  const text = await printed([]);
  expect(text).toContain("r1_zero, r1_zero_reward_fn\n");
  expect(text).toContain("    golden_answer   ");
  expect(text).toContain("    trajectory?     ");
});

it("is one JSON object for programs", async () => {
  const { rewards } = JSON.parse(await printed(["--json"]));
  const qa = rewards.find((reward: { name: string }) => reward.name === "qa_f1");
  expect(qa.aliases).toEqual(["qa_f1_reward"]);
  expect(Object.keys(qa.fields.properties)).toEqual(["prediction", "golden_answer", "trajectory"]);
  expect(qa.result).toEqual(["reward", "f1", "em", "precision", "recall"]);
});
