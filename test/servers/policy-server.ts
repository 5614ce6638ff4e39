// Servers of a policy that solves step by step, each with the behaviour of the one it imitates: how it reports the end
// of a completion, whether it supports `n`, and what it needs to continue a reply. The test decides the steps.

import { type Answer, type Asked, type Reply, TestServer } from "../models/server.ts";
import type { Flavour } from "./prm-server.ts";

/** A requested step. */
export interface StepAsked {
  problem: string;
  /** The solution so far. */
  steps: readonly string[];
  seed: number;
  /** The index of the choice in a request. */
  choice: number;
}

/** The next text: a step, and whether the turn ends after it. */
export interface Written {
  step: string;
  isLast: boolean;
}

export type Writer = (asked: StepAsked) => Written;

export interface PolicyServerOptions {
  flavour: Flavour;
  write: Writer;
  delayMs?: number;
  /** Called first; if it returns a value, that is the answer. */
  instead?: (asked: Asked, number: number) => ReturnType<Answer> | undefined;
}

export function startPolicyServer(options: PolicyServerOptions): Promise<TestServer> {
  return TestServer.start((asked, number) => options.instead?.(asked, number) ?? answer(asked, options));
}

const stepEnd = "\n\n";
const endOfTurn = 151645;

function answer(asked: Asked, options: PolicyServerOptions): Reply {
  const { flavour, delayMs } = options;
  const { body } = asked;
  const knowsN = flavour === "vllm" || flavour === "sglang";
  const number = knowsN ? (body.n ?? 1) : 1;
  const choices = Array.from({ length: number }, (_, index) => choice(asked, index, options));
  return {
    ...(delayMs === undefined ? {} : { delayMs }),
    body: {
      id: "made-up",
      model: body.model,
      choices,
      usage: { prompt_tokens: 20, completion_tokens: 10 * number },
    },
  };
}

function choice(asked: Asked, index: number, { flavour, write }: PolicyServerOptions): object {
  const { problem, steps } = solutionIn(asked, flavour);
  const seed = asked.body.seed ?? 0;
  const isStepwise = (asked.body.stop as string[] | undefined)?.includes(stepEnd) === true;
  const written: string[] = [];
  let isLast = false;
  do {
    const next = write({ problem, steps: [...steps, ...written], seed, choice: index });
    written.push(next.step);
    isLast = next.isLast;
  } while (!isLast && !isStepwise);
  const text = written.join(stepEnd) + (flavour === "tgi" && !isLast ? stepEnd : "");
  return {
    index,
    finish_reason: "stop",
    ...(flavour === "vllm" ? { stop_reason: isLast ? null : stepEnd } : {}),
    ...(flavour === "sglang" ? { matched_stop: isLast ? endOfTurn : stepEnd } : {}),
    ...(asked.path.endsWith("/chat/completions")
      ? { message: { role: "assistant", content: text } }
      : { text }),
  };
}

/** Without the field to continue, vLLM and SGLang open a new turn after the assistant's message. */
function solutionIn({ body }: Asked, flavour: Flavour): { problem: string; steps: string[] } {
  if (body.prompt !== undefined) {
    const [, problem, ...steps] = body.prompt.split(stepEnd);
    return { problem: problem!, steps: steps.filter((step) => step !== "") };
  }
  const problem = body.messages!.findLast(({ role }) => role === "user")!.content;
  const last = body.messages!.at(-1)!;
  const isTold = body.continue_final_message === true && body.add_generation_prompt === false;
  const continues = last.role === "assistant" && (isTold || flavour === "llama.cpp" || flavour === "tgi");
  return { problem, steps: continues ? last.content.split(stepEnd).filter((step) => step !== "") : [] };
}
