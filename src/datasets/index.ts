// Public interface: rows by data set or by file, and their errors.

export { DatasetError, type DatasetProblem } from "./dataset-error.ts";
export { type HubSettings, readHubSettings } from "./hub-settings.ts";
export type { HubData } from "./load.ts";
export { type LoadedRows, type LoadOptions, loadFileRows, loadHubRows } from "./load.ts";
export { asText, Row } from "./row.ts";
