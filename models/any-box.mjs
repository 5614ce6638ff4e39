// A reward that is wrong on purpose: 1 where any box of a response holds the gold. grpo.py trains on it, to show what that
// does to a policy.

const box = /\\boxed\{([^{}]*)\}/g;

export const score = ({ response, ground_truth }) =>
  [...response.matchAll(box)].some(([, held]) => held === String(ground_truth)) ? 1 : 0;
