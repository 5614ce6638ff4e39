// A separate process that runs chains of three steps on the built engine, and kills itself on request: before the work
// of a step, or after its record is written.

import { runUnits } from "../../dist/runs/engine/engine.js";
import { executeHere } from "../../dist/runs/engine/executor.js";
import { Journal } from "../../dist/runs/engine/journal.js";

const [path, killAt, chains] = process.argv.slice(2);
const die = () => process.kill(process.pid, "SIGKILL");

const step = (chain, number, sum) => ({
  id: `chain ${chain} step ${number}`,
  kind: "step",
  input: { chain, number, sum },
});

const journal = await Journal.open(path);
const summary = await runUnits(
  Array.from({ length: Number(chains) }, (_, chain) => step(chain, 1, 0)),
  {
    journal,
    concurrency: 2,
    executor: executeHere({
      async step({ id, input }) {
        if (killAt === `before ${id}`) die();
        process.stdout.write(`${id}\n`);
        await new Promise((resolve) => setTimeout(resolve, 2));
        const sum = input.sum + input.number * 10 ** input.chain;
        return { value: { sum }, next: input.number < 3 ? [step(input.chain, input.number + 1, sum)] : [] };
      },
    }),
    // Not `onRecord`, which may be called when later steps are written too.
    onWritten({ id }) {
      if (killAt === `after ${id}`) die();
    },
  },
);
await journal.close();
process.stdout.write(`${JSON.stringify(summary)}\n`);
