// The configuration file: its shape, and how it is read.

export type { Config, ConfigInput, ModelSource, TaskConfig } from "./config.ts";
export { ConfigError, findConfig, ignoredConfig, loadConfig } from "./load.ts";
