// assay serve-model: an OpenAI-compatible server over an embedded model.

import { once } from "node:events";
import { openEmbedded } from "../../embedded/open.ts";
import { serve } from "../../embedded/server/serve.ts";
import { canBeSent } from "../../http/origin.ts";
import { text, variable } from "../../options/option.ts";
import { type Command, readOptions, UsageError } from "../command.ts";
import { embeddedPath } from "../options/model-source.ts";
import { hostOption, portOption } from "../options/shared-options.ts";

const options = {
  port: portOption(8000),
  host: hostOption,
  name: text({ value: "NAME", usually: "the folder's", help: "Serve the model under this name." }),
  apiKeyEnv: variable({
    value: "VAR",
    help: "Require clients to send the key in this environment variable.",
  }),
};

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, options, { what: "model", least: 1, most: 1 });
  const apiKey = readKey(values.apiKeyEnv);
  const model = await openEmbedded(await embeddedPath("MODEL", positionals[0]!));
  try {
    const { host, port, name } = values;
    const { url, close } = await serve({ model, host, port, name, apiKey });
    process.stdout.write(`serving ${name ?? model.name} at ${url}\n`);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    await close();
  } finally {
    await model.close();
  }
  return 0;
}

function readKey(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const key = process.env[variable];
  if (!key) throw new UsageError(`--api-key-env: the environment variable ${variable} is not set`);
  if (!canBeSent(key))
    throw new UsageError(
      `--api-key-env: the key in ${variable} has a space or a letter beyond ASCII, which no client can send`,
    );
  return key;
}

export const command: Command = {
  usage: ["MODEL [options]"],
  examples: [
    { does: "serve the policy of the package", typed: "assay serve-model policy" },
    {
      does: "serve a model of your own under a name",
      typed: "assay serve-model ./my-model --name mine --port 0",
    },
  ],
  options,
  names: "folder",
  notes: [
    "MODEL is 'policy' or 'prm', the two models of the package, or the path of a folder in the Hugging Face " +
      "layout (config.json, tokenizer.json, onnx/model.onnx), or of an ONNX file in one.",
    "It answers /v1/chat/completions, /v1/completions, /v1/models and /health, and prints its URL when it is " +
      "ready. Ctrl-C ends it. The model runs on onnxruntime-web, which you install beside assay: npm " +
      "install onnxruntime-web. docs/embedded.md explains which models can be served.",
  ],
  run,
};
