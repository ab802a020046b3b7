import type { Config } from '../../config.ts';

/** What a look found, and what to do about it. */
export type Finding = {
  readonly level: 'ok' | 'warning' | 'error';
  readonly check: string;
  readonly text: string;
  readonly mend?: string;
};

export type Visit = {
  readonly config: Config;
  readonly nowMs: number;
  /** Everything is looked at, however long it takes; else a sample. */
  readonly isThorough: boolean;
};

/** One kind of look: changes nothing. */
export type Check = (visit: Visit) => Promise<readonly Finding[]>;

export const ok = (check: string, text: string): Finding => ({ level: 'ok', check, text });
export const warning = (check: string, text: string, mend: string): Finding => ({
  level: 'warning',
  check,
  text,
  mend,
});
export const error = (check: string, text: string, mend: string): Finding => ({ level: 'error', check, text, mend });
