// OpenR's servers of reward models, which use FastChat: a controller names the worker that has the model, and the
// worker returns a value for each step of a text in which a tag follows each step. Official code:
// https://github.com/openreasoner/openr (reason/inference/value.py and rm_call.py).

import { z } from "zod";
import { Endpoint } from "../../models/endpoint.ts";
import type { GenerateOptions } from "../../models/model.ts";
import { counted } from "../../outgoing/counted.ts";
import type { openrShape } from "../built-in-prompts.ts";
import { fill } from "../prompt-template.ts";
import type { StepsToScore } from "../step-scorer.ts";
import { misfit, readAnswer, type SolutionRequest, SolutionScorer, usageOf } from "./whole-solution.ts";

/** The step tag of the model's training. */
type StepTag = { separator: string };

const address = z.object({ address: z.string() });
const values = z.object({ value: z.array(z.number()) });

export class OpenRScorer extends SolutionScorer<typeof openrShape, StepTag> {
  private readonly workers = new Map<string, Endpoint>();

  protected request({ problem, steps, from }: StepsToScore): SolutionRequest {
    const { prompt, separator, extraBody } = this.options;
    const tagged = steps.map((step) => `${step.trim()} ${separator}`).join("");
    return {
      path: "/worker_value_inference",
      body: { input_str: fill(prompt.input!, { problem, steps: tagged }), ...extraBody },
      read(answer) {
        const { value } = readAnswer(values, answer);
        if (value.length !== steps.length)
          throw misfit(
            `the worker sent ${counted(value.length, "value")} for ${counted(steps.length, "step")}; ` +
              `is ${JSON.stringify(separator)} the model's step tag?`,
          );
        const odd = value.find((each) => each < 0 || each > 1);
        if (odd !== undefined) throw misfit(`the worker sent ${odd}, which is not a probability`);
        return value.slice(from);
      },
    };
  }

  protected override async ask(question: StepsToScore, options: GenerateOptions) {
    const { model } = this.options;
    const found = await this.post("/get_worker_address", { model }, question, options, (answer) =>
      readAnswer(address, answer),
    );
    if (found.address === "") throw misfit(`the controller has no worker for the model '${model}'`);
    const { path, body, read } = this.request(question);
    return this.workerAt(found.address).post(path, body, {
      ...options,
      key: question.key,
      read: (answer) => ({ rewards: read(answer), usage: usageOf(answer), calls: 2 }),
    });
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), ...[...this.workers.values()].map((worker) => worker.close())]);
  }

  /** Neither key nor headers are sent to workers, because the user has named only the controller. */
  private workerAt(address: string): Endpoint {
    if (!/^https?:\/\/[^/?#@]+\/*$/.test(address))
      throw misfit(`the controller names a worker at '${address.slice(0, 200)}', which is not an address`);
    let worker = this.workers.get(address);
    if (!worker) {
      const { apiKey: _, headers: __, apiKeyFrom: ___, ...endpoint } = this.options.endpoint;
      worker = new Endpoint({ ...endpoint, baseUrls: [address] });
      this.workers.set(address, worker);
    }
    return worker;
  }
}
