import type { Log } from '../../server/src/shared/log.ts';

export type LogLine = { readonly level: keyof Log; readonly message: string; readonly facts: Record<string, unknown> };
export type CapturedLog = Log & { readonly lines: LogLine[] };

export function capturedLog(): CapturedLog {
  const lines: LogLine[] = [];
  const write =
    (level: keyof Log) =>
    (message: string, facts: Record<string, unknown> = {}) =>
      void lines.push({ level, message, facts });
  return { lines, info: write('info'), warn: write('warn'), error: write('error') };
}
