// A model on a server: vLLM, SGLang, llama.cpp, TGI, and hosted ones, in the format of its API. Several completions are
// requested at once; if a server does not support that, this is detected once, and then they are requested one by one.

import type { Api, CompletionField } from "../config/apis.ts";
import { Endpoint, type EndpointOptions } from "./endpoint.ts";
import { type Format, formatOf } from "./formats.ts";
import {
  addUsage,
  type Completion,
  type Draw,
  type GenerateOptions,
  type GenerateRequest,
  type Generation,
  type Model,
  noUsage,
} from "./model.ts";
import type { Answer } from "./openai-format.ts";
import { ProviderError } from "./provider-error.ts";

export interface OpenAiOptions extends EndpointOptions {
  model: string;
  api?: Api | undefined;
  /** Fields added to every request's body; a null takes a field away. */
  extraBody?: Record<string, unknown> | undefined;
  /** The field of a completion that is read if the usual field is empty. */
  completionField?: CompletionField | undefined;
}

export class OpenAiModel implements Model {
  readonly name: string;
  private readonly endpoint: Endpoint;
  private readonly extraBody: Record<string, unknown>;
  private readonly firstUrl: string;
  private readonly completionField: CompletionField | undefined;
  private readonly format: Format;
  private onlyOneAtATime: boolean;

  constructor(options: OpenAiOptions) {
    this.name = options.model;
    this.extraBody = options.extraBody ?? {};
    this.firstUrl = options.baseUrls[0]!;
    this.completionField = options.completionField;
    this.format = formatOf(options.api);
    this.onlyOneAtATime = !this.format.drawsSeveral;
    this.endpoint = new Endpoint(options);
  }

  generate(request: GenerateRequest, options: GenerateOptions = {}): Promise<Generation> {
    return request.draws.length === 1
      ? this.ask(request, options, (answer) => whole(answer, 1))
      : this.several(request, options);
  }

  private async several(request: GenerateRequest, options: GenerateOptions): Promise<Generation> {
    const { draws } = request;
    if (this.onlyOneAtATime) return this.oneByOne(request, 0, [], options);
    let answer: Answer;
    try {
      answer = await this.ask(request, options, asRead);
    } catch (error) {
      if (!(error instanceof ProviderError) || (error.status !== 400 && error.status !== 422)) throw error;
      // If `n` was the reason for the refusal, a single request succeeds; otherwise the error stands.
      const first = await this.ask({ ...request, draws: [draws[0]] }, options, asRead).catch(() => {
        throw error;
      });
      this.onlyOneAtATime = true;
      return this.oneByOne(request, 1, [first], options);
    }
    if (answer.completions.length >= draws.length) return whole(answer, draws.length);
    this.onlyOneAtATime = true;
    return this.oneByOne(request, answer.completions.length, [answer], options);
  }

  preview(request: GenerateRequest): object {
    const { path, body } = this.format.post(this.name, request, this.extraBody);
    return { url: this.firstUrl.replace(/\/+$/, "") + path, body };
  }

  close(): Promise<void> {
    return this.endpoint.close();
  }

  private ask<T>(
    request: GenerateRequest,
    { signal, drain, onRetry }: GenerateOptions,
    make: (answer: Answer) => T,
  ): Promise<T> {
    const { path, body } = this.format.post(this.name, request, this.extraBody);
    const read = (answer: unknown) => make(this.format.read(answer, this.completionField));
    return this.endpoint.post(path, body, { key: request.draws[0].key, signal, drain, onRetry, read });
  }

  /** The draws from `start` on, each in its own request; the failure of one does not affect the others. */
  private async oneByOne(
    request: GenerateRequest,
    start: number,
    answers: Answer[],
    options: GenerateOptions,
  ): Promise<Generation> {
    const rest = request.draws.slice(start);
    const asked = rest.map((draw: Draw) => this.ask({ ...request, draws: [draw] }, options, asRead));
    const settled = await Promise.allSettled(asked);
    const completions: Completion[] = answers.flatMap((answer) => answer.completions);
    const failures: Generation["failures"] = [];
    let usage = answers.reduce((sum, answer) => addUsage(sum, answer.usage), noUsage);
    let servedModel = answers[0]?.servedModel;
    settled.forEach((result, place) => {
      const index = start + place;
      if (result.status === "fulfilled") {
        completions.push({ ...result.value.completions[0]!, index });
        usage = addUsage(usage, result.value.usage);
        servedModel ??= result.value.servedModel;
      } else if (result.reason instanceof ProviderError) failures.push({ index, error: result.reason });
      else throw result.reason;
    });
    if (completions.length === 0) throw failures[0]!.error;
    const requests = answers.length + rest.length - failures.length;
    return { completions, failures, usage, requests, servedModel };
  }
}

const asRead = (answer: Answer): Answer => answer;

/** Some servers send more completions than were requested. */
const whole = ({ completions, usage, servedModel }: Answer, wanted: number): Generation => ({
  completions: completions.length > wanted ? completions.slice(0, wanted) : completions,
  failures: [],
  usage,
  servedModel,
});
