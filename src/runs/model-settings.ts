// How a model is named and asked, as options of every command that asks one, and as a run writes it down.

import { completionFields } from "../config/completion-fields.ts";
import { choice, group, json, number, repeated, text, url, variable, whole } from "../options/option.ts";

/** How requests are sent: what a source of the configuration may say too. */
export const requestSettings = group("The model", {
  extraBody: json({
    help: "Add these fields to the body of every request; null removes a field.",
    identity: true,
  }),
  completionField: choice(completionFields, {
    value: "NAME",
    identity: true,
    usually: "content",
    help: "Read a completion that is empty from this field of the server's message.",
  }),
  timeoutSeconds: number({
    name: "timeout",
    value: "S",
    above: 0,
    most: 86_400,
    usually: "3600",
    help: "Give up on a request that has no answer after S seconds, and try again.",
  }),
  maxTries: whole({ least: 1, usually: "10", help: "Send each request at most N times." }),
});

export const modelSettings = group("The model", {
  source: text({
    short: "i",
    value: "SOURCE",
    excludes: ["baseUrls"],
    completes: "file",
    help: "Ask a source from assay.config.*, or replay a file or a run.",
  }),
  baseUrls: repeated(
    url({
      name: "base-url",
      help: "Ask the OpenAI-compatible server at this URL (…/v1); several servers share the requests.",
    }),
  ),
  model: text({ value: "NAME", help: "Ask for the model that has this name on the server." }),
  apiKeyEnv: variable({
    value: "VAR",
    usually: "OPENAI_API_KEY, sent over TLS or within this machine only",
    help: "Read the key from this environment variable.",
  }),
  ...requestSettings,
});
