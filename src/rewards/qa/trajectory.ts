// How often an agent used its tools. Trajectories come as lists of messages, and as lists of such lists where
// the context was folded on the way; what the messages say does not matter here.

export function countToolMessages(trajectory: unknown): number {
  if (!Array.isArray(trajectory)) throw new TypeError("the trajectory must be a list of messages");
  let count = 0;
  // A stack, not recursion: the nesting is the caller's, and may be as deep as it likes.
  const stack: unknown[] = [trajectory];
  while (stack.length > 0) {
    const item = stack.pop();
    if (Array.isArray(item)) {
      for (const inner of item) stack.push(inner);
    } else if (typeof item === "object" && item !== null && (item as { role?: unknown }).role === "tool") {
      count++;
    }
  }
  return count;
}
