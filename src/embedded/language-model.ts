// The interface of an embedded model: a prompt in, samples out. A sample depends on the model, the prompt, the sampling
// settings and its own seed, and not on simultaneous requests.

export interface Message {
  role: string;
  content: string;
}

export type Prompt =
  | { text: string }
  | { ids: readonly number[] }
  | {
      messages: readonly Message[];
      /** `turn` begins the assistant's turn, `continue` continues the last message, `none` adds nothing. */
      ending: "turn" | "continue" | "none";
    };

/** How tokens are drawn. */
export interface Sampling {
  /** Default: up to the end of the context. */
  maxTokens?: number | undefined;
  /** 0 takes the most likely token; default: 1. */
  temperature?: number | undefined;
  topP?: number | undefined;
  topK?: number | undefined;
  /** A sample ends before the first of these in its text. */
  stop?: readonly string[] | undefined;
  /** The number of most likely tokens to report at each position; 0 reports only the drawn ones. */
  topLogprobs?: number | undefined;
}

/** The source of a sample's random numbers: a seed, and the sample's index for that seed. */
export interface Seed {
  seed: number;
  index: number;
}

export interface SampleRequest {
  prompt: Prompt;
  sampling: Sampling;
  /** One for each requested sample. */
  seeds: readonly Seed[];
}

export interface TokenLogprob {
  token: string;
  logprob: number;
  top: { token: string; logprob: number }[];
  /** The position of its text in the sample's. */
  start: number;
}

export interface Sample {
  text: string;
  finish: "stop" | "length";
  /** The stop string that ended it; null if the model ended its turn, or was cut off. */
  stopReason: string | null;
  /**
   * The tokens that make up the text, with logprobs in the model's own distribution, before temperature and truncation.
   */
  logprobs?: TokenLogprob[] | undefined;
  /** The number of drawn tokens, including the last one if it ended the turn. */
  tokens: number;
}

export interface Samples {
  /** In the order of the seeds. */
  samples: Sample[];
  promptTokens: number;
}

/** More of a sample's text and tokens, as soon as no stop string can remove them. */
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
  /** The maximum number of tokens of prompt and completion together. */
  readonly contextLength: number;
  readonly vocabularySize: number;
  /** @throws {EmbeddedError} */
  ask(request: SampleRequest, options?: AskOptions): Promise<Samples>;
  /** Requests in progress are cancelled. */
  close(): Promise<void>;
}
