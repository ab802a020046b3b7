/** Structured log: a message and its facts, never a secret. */
export type Log = {
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
};

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Of what a command opens only what makes its caller wait. */
export const noticesTo = (said: (sentence: string) => void): Log => ({
  ...silentLog,
  info: (message) => said(message),
});
