// assay serve-model: an OpenAI-compatible server over an embedded model.

import { once } from "node:events";
import { openEmbedded } from "../embedded/open.ts";
import { serve } from "../embedded/server/serve.ts";
import { type Command, readOptions, UsageError } from "./command.ts";

const help = `assay serve-model: an OpenAI-compatible server over a small model on this machine

Usage:
  assay serve-model MODEL [options]

MODEL is 'policy' or 'prm', the two models of the package, or the path of a folder in the Hugging Face
layout (config.json, tokenizer.json, onnx/model.onnx), or of an ONNX file in one.

Options:
  --port P            the port (8000); 0 takes any that is free
  --host HOST         the address to listen on (127.0.0.1: this machine alone)
  --name NAME         the model's name to clients; its folder's unless given
  --api-key-env VAR   the environment variable that holds a key which clients have to show

It answers /v1/chat/completions, /v1/completions, /v1/models and /health, and says its URL on standard
output when it is ready. Ctrl-C ends it. The model runs on onnxruntime-web, which is installed beside
assay: npm install onnxruntime-web. docs/embedded.md says what models can be served.
`;

const flags = {
  port: { type: "string" },
  host: { type: "string" },
  name: { type: "string" },
  "api-key-env": { type: "string" },
} as const;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, flags, true);
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new UsageError("name one model");
  const port = readPort(values.port ?? "8000");
  const apiKey = readKey(values["api-key-env"]);
  const model = await openEmbedded(path);
  try {
    const { host, name } = values;
    const { url, close } = await serve({ model, host, port, name, apiKey });
    process.stdout.write(`serving ${name ?? model.name} at ${url}\n`);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    await close();
  } finally {
    await model.close();
  }
  return 0;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port: '${text}' is not a number from 0 to 65535`);
  return port;
}

function readKey(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const key = process.env[variable];
  if (!key) throw new UsageError(`--api-key-env: the environment variable ${variable} is not set`);
  return key;
}

export const command: Command = { help, run };
