// A table that is sent to a page in parts is the same there, and a filter finds the same rows as a plain loop.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answersOf, type Filter, gridRows, passing, sorts, walk } from "./filter.ts";
import {
  addPart,
  codeOf,
  ends,
  type Known,
  knowsNothing,
  partOf,
  SampleTable,
  stateOf,
} from "./sample-table.ts";

interface Step {
  problem: number;
  sample: number;
  end: number;
  right: boolean | null;
  answer: string | null;
  /** Whether the page requests rows after this one. */
  asks: boolean;
  /** Whether all verdicts are made again. */
  regrades: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  problem: fc.integer({ min: 0, max: 5 }),
  sample: fc.integer({ min: 0, max: 3 }),
  end: fc.integer({ min: 0, max: ends.length - 1 }),
  right: fc.constantFrom(true, false, null),
  answer: fc.constantFrom("1", "2", "a long answer", null),
  asks: fc.boolean(),
  regrades: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

function add(table: SampleTable, { problem, sample, end, right, answer }: Step, isGraded: boolean): void {
  const place = table.problemPlace({
    task: "t",
    problem: `${problem}`,
    gold: ["1"],
    statement: "What is it?",
  });
  const row = table.addRow(place, sample, {
    characters: 10 * problem + sample,
    end,
    tokens: 0,
    ms: 0,
    boxes: 0,
    signs: 0,
  });
  if (isGraded) table.setVerdict(row, { right, answer, by: right === null ? "gold" : "rational" });
}

const snapshot = (table: SampleTable) =>
  Array.from({ length: table.length }, (_, row) => ({
    problem: table.problems[table.problem.at(row)]!.problem,
    sample: table.sample.at(row),
    state: stateOf(table.state.at(row)),
    answer: table.text(table.answer.at(row)),
    rule: table.text(table.rule.at(row)),
    isCurrent: table.isCurrent(row),
    isCut: table.isCutOff(row),
  }));

describe("a table of samples", () => {
  it("is the same in the page, whenever the page asks and whenever it is graded", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const [here, there] = [new SampleTable(), new SampleTable()];
        let known: Known = knowsNothing;
        let generation = 0;
        const ask = () => {
          const part = JSON.parse(JSON.stringify(partOf(here, `g${generation}`, known)));
          known = addPart(there, part, known);
        };
        for (const [i, each] of steps.entries()) {
          // Every third sample is graded later.
          add(here, each, i % 3 !== 0);
          if (each.asks) ask();
          if (i % 3 === 0) here.setVerdict(here.length - 1, { right: true, answer: "late", by: "late" });
          if (each.regrades) {
            generation++;
            here.forgetVerdicts();
            for (let row = 0; row < here.length; row++)
              here.setVerdict(row, { right: false, answer: `${row % 2}`, by: "anew" });
          }
        }
        ask();
        expect(snapshot(there)).toEqual(snapshot(here));
      }),
      { numRuns: 300 },
    );
  });

  it("is filtered as a plain loop would, and walked problem by problem", () => {
    const filter: fc.Arbitrary<Filter> = fc.record(
      {
        verdict: fc.constantFrom("right", "wrong", "unscored"),
        truncated: fc.constantFrom(true),
        answer: fc.constantFrom("1", "", "no such answer"),
        problem: fc.constantFrom("1", "3"),
        least: fc.constantFrom(11),
        most: fc.constantFrom(32),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        filter,
        fc.constantFrom(...sorts),
        (steps, chosen, sort) => {
          const table = new SampleTable();
          for (const each of steps) add(table, each, true);
          const rows = passing(table, chosen);
          const expected = snapshot(table).flatMap(({ isCurrent, state, isCut, answer, problem }, row) => {
            const characters = table.characters.at(row);
            const isIn =
              isCurrent &&
              (chosen.verdict === undefined || chosen.verdict === state) &&
              (chosen.truncated === undefined || isCut) &&
              (chosen.answer === undefined || chosen.answer === (answer ?? "")) &&
              (chosen.problem === undefined || chosen.problem === problem) &&
              characters >= (chosen.least ?? 0) &&
              characters <= (chosen.most ?? 1000);
            return isIn ? [row] : [];
          });
          expect(rows).toEqual(expected);
          const grid = gridRows(table, rows, sort);
          expect(walk(grid).sort((a, b) => a - b)).toEqual(expected);
          const shares = grid.map(({ right, samples }) => right / samples);
          if (sort === "share") expect(shares).toEqual(shares.toSorted((a, b) => a - b));
          if (sort === "share-down") expect(shares).toEqual(shares.toSorted((a, b) => b - a));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("counts the answers of a problem, the most frequent first", () => {
    const table = new SampleTable();
    const place = table.problemPlace({ task: "t", problem: "1", gold: ["105"], statement: "What is it?" });
    ["105", "105", "95", null, "105"].forEach((answer, sample) => {
      const row = table.addRow(place, sample, {
        characters: 1,
        end: 1,
        tokens: 0,
        ms: 0,
        boxes: 0,
        signs: 0,
      });
      table.setVerdict(row, { right: answer === "105", answer, by: "integer" });
    });
    expect(answersOf(table, place)).toEqual([
      { answer: "105", count: 3, state: codeOf("right") },
      { answer: "95", count: 1, state: codeOf("wrong") },
      { answer: undefined, count: 1, state: codeOf("wrong") },
    ]);
  });
});
