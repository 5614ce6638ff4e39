// Tokens per second of the two embedded models, for different numbers of simultaneous samples, which take turns. The
// baseline is one sample at a time.
//
//   npm run build && node bench/embedded.mjs [rounds]
import { cpus } from "node:os";
import { openEmbedded } from "../dist/embedded/index.js";

const rounds = Number(process.argv[2] ?? 3);
const atOnce = [1, 8, 64];
/** Samples of each round: enough for about a second. */
const samples = { 1: 8, 8: 32, 64: 128 };

const problem = (i) =>
  `Kofi begins the game with ${31 + i} stars. A hidden door is worth ${80 - i} more. The wheel stops at ${2 + (i % 9)} times the score. A wrong turn takes ${50 - (i % 40)} away. How many stars does Kofi end with?`;
const step = (i) => `Kofi gets to ${31 + i} + ${80 - i} = 111 stars.`;
const prompts = {
  policy: (i) => [{ role: "user", content: problem(i) }],
  prm: (i) => [{ role: "user", content: `${problem(i)}\n\n${step(i)}` }],
};

/** Keeps this many samples in progress until all are drawn. */
async function draw(model, concurrency) {
  const all = samples[concurrency];
  const conversation = prompts[model.name];
  let [next, tokens] = [0, 0];
  const asker = async () => {
    for (let i = next++; i < all; i = next++) {
      const request = {
        prompt: { messages: conversation(i % 50), ending: "turn" },
        sampling: { temperature: 1, maxTokens: 120 },
        seeds: [{ seed: i, index: concurrency }],
      };
      const answer = await model.ask(request);
      tokens += answer.samples[0].tokens;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: concurrency }, asker));
  return (tokens / (performance.now() - start)) * 1000;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

console.log(
  `${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}; median of ${rounds} rounds\n`,
);
console.log("model    at once   tokens/s   compared with one");
for (const name of ["policy", "prm"]) {
  const model = await openEmbedded(name);
  await draw(model, 8); // The runtime's code is still being compiled at first.
  const speeds = new Map(atOnce.map((concurrency) => [concurrency, []]));
  for (let round = 0; round < rounds; round++)
    for (const [concurrency, all] of speeds) all.push(await draw(model, concurrency));
  const alone = median(speeds.get(1));
  for (const [concurrency, all] of speeds) {
    const speed = median(all);
    const cells = [name.padEnd(6), String(concurrency).padStart(9), speed.toFixed(0).padStart(10)];
    console.log([...cells, `${(speed / alone).toFixed(1)}×`.padStart(18)].join(" "));
  }
  await model.close();
}
