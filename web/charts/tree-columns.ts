// The columns of a search's tree: the text of each iteration, or of each step if whole solutions are drawn.

import type { SearchProblem } from "../../src/view/api.ts";
import type { SearchTree } from "../../src/view/search-tree.ts";
import { plural } from "../words.ts";
import type { Column } from "./strip-chart.tsx";

/** @param iterationAt returns the link of a column */
export function treeColumns(
  problem: SearchProblem,
  tree: SearchTree,
  iterationAt?: (iteration: number) => string,
): Column[] {
  return Array.from({ length: tree.columns }, (_, place): Column => {
    const column = place + 1;
    if (problem.draws !== "steps")
      return {
        about: solutionStepWords(tree.nodes.filter((node) => node.column === column).length, column),
        margins: [],
        isDoubtful: [],
      };
    const { choices = [], error } = problem.iterations.find(({ iteration }) => iteration === column) ?? {};
    const lost = tree.lost.get(column) ?? 0;
    const strips = Array.from({ length: tree.trees }, (_, strip) =>
      choices.find((choice) => (choice.tree ?? 0) === strip),
    );
    return {
      about: `iteration ${column}: ${error ?? choices.map(({ headline }) => headline).join("; ")}${lost > 0 ? `; ${lost} not ranked` : ""}`,
      margins: strips.map((choice) =>
        choice === undefined ? undefined : choice.margin === null ? "–" : shortMargin(choice.margin),
      ),
      isDoubtful: strips.map(
        (choice) =>
          choice !== undefined &&
          ((choice.best !== null && choice.best < 0.5) || (choice.margin !== null && choice.margin < 0.01)),
      ),
      href: iterationAt?.(column),
    };
  });
}

export const treeAxis = ({ draws }: SearchProblem): string =>
  draws === "steps"
    ? "iteration; reward on a log-odds axis; below each iteration the margin of its choice"
    : "step of the solution; reward on a log-odds axis";

/** Short, for a narrow column; the table has the full text. */
const shortMargin = (margin: number): string => margin.toFixed(margin >= 0.995 ? 1 : margin < 0.01 ? 3 : 2);

const solutionStepWords = (number: number, column: number): string =>
  `step ${column}: ${plural(number, "distinct prefix", "distinct prefixes")}`;
