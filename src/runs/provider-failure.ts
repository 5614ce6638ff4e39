// A provider's error as what it is to a run: data of one unit, or, where all others would fail alike, a reason to stop.

import { ProviderError } from "../models/provider-error.ts";
import { givenUp, UnitFailure } from "./engine/unit.ts";

/** What to throw for an error of a unit's work: mistakes of the program are given back as they are. */
export function asUnitFailure(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { message, isRetryable, isHopeless } = error;
  if (error.failure === "stopped") return new UnitFailure(givenUp, message);
  return new UnitFailure("provider", message, { isRetryable, stopsRun: isHopeless });
}
