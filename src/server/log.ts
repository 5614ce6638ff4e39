// The service's own log: one JSON object per line on standard error.

export const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Log {
  (level: LogLevel, message: string, more?: Record<string, unknown>): void;
  /** Whether lines of this level are written at all. */
  writes(level: LogLevel): boolean;
}

export function openLog(most: LogLevel, write: (line: string) => void): Log {
  const writes = (level: LogLevel) => logLevels.indexOf(level) <= logLevels.indexOf(most);
  const log = (level: LogLevel, message: string, more: Record<string, unknown> = {}) => {
    if (writes(level))
      write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...more })}\n`);
  };
  return Object.assign(log, { writes });
}
