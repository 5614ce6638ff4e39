// What an embedded model is to those who ask it: a prompt in, samples out. A sample depends on the model, the prompt,
// the sampling and its own seed, and on nothing that is asked at the same time.

export interface Message {
  role: string;
  content: string;
}

export type Prompt =
  | { text: string }
  | { ids: readonly number[] }
  | {
      messages: readonly Message[];
      /** `turn` begins the assistant's turn, `continue` continues with the last message, `none` adds nothing. */
      ending: "turn" | "continue" | "none";
    };

/** How tokens are drawn. */
export interface Sampling {
  /** Without it, up to the end of the context. */
  maxTokens?: number | undefined;
  /** 0 takes the most likely token; 1 where it is not given. */
  temperature?: number | undefined;
  topP?: number | undefined;
  topK?: number | undefined;
  /** A sample ends before the first of these in its text. */
  stop?: readonly string[] | undefined;
  /** The most likely tokens to report at each place; 0 reports the drawn ones alone. */
  topLogprobs?: number | undefined;
}

/** Where a sample's random numbers come from: a seed, and its place among the samples of that seed. */
export interface Seed {
  seed: number;
  index: number;
}

export interface SampleRequest {
  prompt: Prompt;
  sampling: Sampling;
  /** One for each sample that is wanted. */
  seeds: readonly Seed[];
}

export interface TokenLogprob {
  token: string;
  logprob: number;
  top: { token: string; logprob: number }[];
  /** Where its text begins in the sample's. */
  start: number;
}

export interface Sample {
  text: string;
  finish: "stop" | "length";
  /** The stop string that ended it; null if the model ended its turn, or was cut off. */
  stopReason: string | null;
  /** Of the tokens that make up the text, in the model's own distribution, before temperature and cuts. */
  logprobs?: TokenLogprob[] | undefined;
  /** All that were drawn, the last one included where it ended the turn. */
  tokens: number;
}

export interface Samples {
  /** In the order of the seeds. */
  samples: Sample[];
  promptTokens: number;
}

/** More of a sample's text, and of its tokens, as soon as no stop string can take it back. */
export interface Delta {
  sample: number;
  text: string;
  logprobs?: TokenLogprob[] | undefined;
}

export interface AskOptions {
  signal?: AbortSignal | undefined;
  onDelta?: ((delta: Delta) => void) | undefined;
}

export interface LanguageModel {
  /** The name of its folder. */
  readonly name: string;
  /** Tokens of prompt and completion together at most. */
  readonly contextLength: number;
  readonly vocabularySize: number;
  /** @throws {EmbeddedError} */
  ask(request: SampleRequest, options?: AskOptions): Promise<Samples>;
  /** What to ask for at the moment fails as stopped. */
  close(): Promise<void>;
}
