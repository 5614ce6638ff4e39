// Loaded before `assay serve`: ends one of its threads every second, once they are ready.
const threads = new Set();
process.on("worker", (worker) => {
  worker.once("message", () => threads.add(worker));
  worker.once("exit", () => threads.delete(worker));
});
setInterval(() => {
  const [any] = [...threads].sort(() => Math.random() - 0.5);
  void any?.terminate();
}, 1_000).unref();
