// A command in two lists is read by the first list only, and its entry in the other has no effect.

import { expect, it } from "vitest";
import { functionSpellings } from "../functions/functions.ts";
import {
  accentCommands,
  commandOps,
  droppedWithArgument,
  numberSets,
  silentCommands,
  spaceCommands,
  structuralCommands,
  styleCommands,
  symbolCommands,
} from "./vocabulary.ts";

it("has every command in one list only", () => {
  const lists = [
    ["left", "right", "middle", "mathbb", "bar"],
    silentCommands,
    spaceCommands,
    droppedWithArgument,
    structuralCommands,
    accentCommands,
    styleCommands,
    commandOps.keys(),
    symbolCommands.keys(),
    // These two are functions if they are typed without a backslash; as commands they have their own rule.
    [...functionSpellings.keys()].filter((word) => word !== "sqrt" && word !== "binom"),
    numberSets.keys(),
  ].map((list) => [...list]);
  const words = lists.flat();
  expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
});
