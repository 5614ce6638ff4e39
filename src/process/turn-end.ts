// Marks of the end of a turn that some servers leave in the text.

const turnEnd =
  /(?:<\|im_end\|>|<\|eot_id\|>|<\|endoftext\|>|<\|end\|>|<end_of_turn>|<\/s>|<\|return\|>)\s*$/;

/** The text without such a mark at its end. */
export const withoutTurnEnd = (text: string): string => text.replace(turnEnd, "");
