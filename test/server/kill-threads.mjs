// Loaded before `assay serve`: ends a thread after every 120 answered blocks. By then the block of the last kill is
// answered too, on every machine: a block that is hit twice counts as the cause, and fails.
const blocksBetween = 120;
let answered = 0;
process.on("worker", (worker) => {
  worker.on("message", ({ kind }) => {
    if (kind !== "done" || ++answered % blocksBetween !== 0) return;
    // The thread has its next block by then.
    setImmediate(() => void worker.terminate());
  });
});
