// How a model is named and asked, as options of every command that asks one, and as a run writes it down.

import { group, json, number, repeated, text, url, whole } from "../options/option.ts";

/** How requests are sent: what a source of the configuration may say too. */
export const requestSettings = group("The model", {
  extraBody: json({
    help: "Add these fields to the body of every request; a null takes a field away.",
    identity: true,
  }),
  timeoutSeconds: number({
    name: "timeout",
    value: "S",
    above: 0,
    most: 86_400,
    usually: "3600",
    help: "Give up a request that is not answered after S seconds, and try it again.",
  }),
  maxTries: whole({ least: 1, usually: "10", help: "Send a request N times at most." }),
});

export const modelSettings = group("The model", {
  source: text({
    short: "i",
    value: "SOURCE",
    excludes: ["baseUrls"],
    completes: "file",
    help: "Ask a source of assay.config.*, or replay a file or a run.",
  }),
  baseUrls: repeated(
    url({
      name: "base-url",
      help: "Ask an OpenAI-compatible server, up to its version (…/v1); several serve the same model.",
    }),
  ),
  model: text({ value: "NAME", help: "Name the model at the server." }),
  apiKeyEnv: text({
    value: "VAR",
    usually: "OPENAI_API_KEY, where it may be sent",
    help: "Take the key from this environment variable.",
  }),
  ...requestSettings,
});
