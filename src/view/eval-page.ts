// What the page of an evaluation shows beside its samples: the figures as the command line prints them, what was asked
// for, and what is wrong with the run's files.

import { whereFrom } from "../runs/run-file.ts";
import type { EvalPage, RunSummary } from "./api.ts";
import type { EvalIndex } from "./eval-index.ts";

export function evalPage(index: EvalIndex, run: RunSummary): EvalPage {
  let ungraded = 0;
  for (let row = 0; row < index.table.length; row++)
    if (index.table.state.at(row) === 0 && index.table.isCurrent(row)) ungraded++;
  return {
    run,
    tasks: index.measure(),
    settings: evalSettings(index),
    grader: index.grader?.assay,
    ungraded,
    notes: [...index.notes, ...index.remarks],
  };
}

export function evalSettings({ run, folder }: EvalIndex): [string, string][] {
  const { config, data, versions, created } = run!;
  const { model } = config;
  const said: [string, unknown][] = [
    ["folder", folder],
    ["model", model.model ?? model.path],
    ["kind", model.kind],
    ["server", model.baseUrls?.join(", ")],
    ["api", model.api],
    ["template", config.template],
    ["system message", config.system],
    ["temperature", config.temperature],
    ["top-p", config.topP],
    ["top-k", config.topK],
    ["samples of each problem", config.numSamples],
    ["seed", config.seed],
    ...Object.entries(data).flatMap(([name, { source, maxNewTokens }]): [string, unknown][] => [
      [`data of ${name}`, whereFrom(source)],
      [`max-new-tokens of ${name}`, maxNewTokens],
    ]),
    ["begun", created],
    ["assay", versions.assay],
    ["node", versions.node],
  ];
  return said.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
}
