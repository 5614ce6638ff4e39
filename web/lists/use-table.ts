// The tables of samples in the page: each is fetched once, and then only its new rows.

import { useEffect, useState } from "preact/hooks";
import {
  addPart,
  type Known,
  knowsNothing,
  SampleTable,
  type TablePart,
} from "../../src/view/sample-table.ts";
import { apiPath } from "../address.ts";
import { ask, onChange } from "../server.ts";

interface Held {
  table: SampleTable;
  known: Known;
  /** Incremented with each change. */
  version: number;
  loading: Promise<void> | undefined;
}

const held = new Map<string, Held>();

async function load(run: string, entry: Held): Promise<void> {
  const { rows, problems, generation, graded, texts } = entry.known;
  const asked = { rows, problems, generation, graded, texts };
  const part = await ask<TablePart>(apiPath(["runs", run, "table"], asked));
  if (part.from < rows) {
    // The journal was replaced, so everything is fetched again.
    entry.table = new SampleTable();
    entry.known = knowsNothing;
    return load(run, entry);
  }
  const before = entry.known;
  entry.known = addPart(entry.table, part, before);
  const isNew = part.facts.problem.length > 0 || part.verdicts.state.length > 0;
  if (isNew || before.generation !== entry.known.generation) entry.version++;
}

export interface HeldTable {
  table?: SampleTable | undefined;
  version: number;
  error?: string | undefined;
}

/** @param run undefined if no table is needed */
export function useTable(run: string | undefined): HeldTable {
  const [shown, setShown] = useState<HeldTable & { run?: string }>({ version: 0 });
  useEffect(() => {
    if (run === undefined) return;
    let isOver = false;
    let entry = held.get(run);
    if (!entry) {
      entry = { table: new SampleTable(), known: knowsNothing, version: 0, loading: undefined };
      held.set(run, entry);
    }
    const current = entry;
    const refresh = () => {
      current.loading ??= load(run, current).finally(() => {
        current.loading = undefined;
      });
      current.loading.then(
        () => {
          if (!isOver) setShown({ run, table: current.table, version: current.version });
        },
        (error: Error) => {
          if (!isOver) setShown({ run, version: current.version, error: error.message });
        },
      );
    };
    if (current.version > 0) setShown({ run, table: current.table, version: current.version });
    refresh();
    const stop = onChange((runs) => {
      if (runs === "all" || runs.has(run)) refresh();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [run]);
  return shown.run === run ? shown : { version: 0 };
}
