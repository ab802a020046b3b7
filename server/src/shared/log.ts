/** Structured log: a message and its facts, never a secret. */
export type Log = {
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
};

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
