// The formats of logs, in the order in which a file is compared with them, and the message about a file that is not a
// log.

import { ownFields, serveLog } from "./formats/assay.ts";
import { evalScope } from "./formats/evalscope.ts";
import { everyEvalEver } from "./formats/every-eval-ever.ts";
import { inspectEval, inspectJson } from "./formats/inspect.ts";
import { lighteval, oldLighteval } from "./formats/lighteval.ts";
import { lmEval } from "./formats/lm-eval.ts";
import { nemoGym } from "./formats/nemo-gym.ts";
import { openCompass } from "./formats/opencompass.ts";
import { qwenMath } from "./formats/qwen-math.ts";
import { skyRl } from "./formats/skyrl.ts";
import { trl } from "./formats/trl.ts";
import { verifiers, verifiersTraces } from "./formats/verifiers.ts";
import { verl } from "./formats/verl.ts";
import type { Format, Head } from "./row.ts";

export const formats: readonly Format[] = [
  lmEval,
  lighteval,
  oldLighteval,
  inspectEval,
  inspectJson,
  openCompass,
  verl,
  trl,
  nemoGym,
  verifiers,
  verifiersTraces,
  qwenMath,
  evalScope,
  skyRl,
  everyEvalEver,
  serveLog,
];

/**
 * @param hasFields whether `--field` names the columns of response, gold and verdict, so that rows of any format are
 * accepted
 */
export const formatOf = (head: Head, hasFields: boolean): Format | undefined =>
  formats.find((format) => format.recognise(head)) ??
  (hasFields && ownFields.recognise(head) ? ownFields : undefined);

export const formatNamed = (name: string): Format =>
  formats.find((format) => format.name === name) ?? ownFields;
