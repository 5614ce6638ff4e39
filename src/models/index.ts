// Public interface of models.

export { Endpoint, type EndpointOptions } from "./endpoint.ts";
export type {
  ChatMessage,
  Completion,
  Draw,
  GenerateOptions,
  GenerateRequest,
  Generation,
  Model,
  Retry,
  Sampling,
  TokenLogprob,
  Usage,
} from "./model.ts";
export { costOf, type Prices } from "./model.ts";
export { endpointOptions, type OpenOptions, openModel } from "./open-model.ts";
export { OpenAiModel, type OpenAiOptions } from "./openai.ts";
export { ModelError, ProviderError, type ProviderFailure } from "./provider-error.ts";
export { ReplayModel } from "./replay.ts";
