// Public interface of embedded models.

export { EmbeddedError, type EmbeddedProblem } from "./embedded-error.ts";
export { packagedModels } from "./find-model.ts";
export type {
  AskOptions,
  Delta,
  LanguageModel,
  Message,
  Prompt,
  Sample,
  SampleRequest,
  Samples,
  Sampling,
  Seed,
  TokenLogprob,
} from "./language-model.ts";
export { type OpenOptions, openEmbedded } from "./open.ts";
export { type ServeOptions, type Serving, serve } from "./server/serve.ts";
