import { createStreamLog } from '../adapters/node/stream-log.ts';
import type { Config } from '../config.ts';

/** The log of a process that runs for long: text for people, JSON for what collects it. */
export function createProcessLog({ SWATH_LOG_LEVEL: level, SWATH_LOG_FORMAT: format }: Config) {
  const chosen = format === 'auto' ? (process.stderr.isTTY ? 'text' : 'json') : format;
  return createStreamLog(process.stderr, level, chosen);
}
