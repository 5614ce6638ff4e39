// Loaded before `assay serve`: ends one of its threads every second, of those that have answered something since the last one
// ended. On a busy machine one and the same item would else be hit again and again.
const threads = new Set();
process.on("worker", (worker) => {
  worker.on("message", ({ kind }) => {
    if (kind === "done") threads.add(worker);
  });
  worker.once("exit", () => threads.delete(worker));
});
setInterval(() => {
  const [any] = [...threads].sort(() => Math.random() - 0.5);
  if (!any) return;
  threads.clear();
  void any.terminate();
}, 1_000).unref();
