// The templates' names, apart from what they do: whoever reads the file of a run needs no reward for it.

export const templateNames = ["r1_zero"] as const;
export type TemplateName = (typeof templateNames)[number];
