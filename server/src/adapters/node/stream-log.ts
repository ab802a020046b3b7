import type { Log } from '../../shared/log.ts';

export type LogLevel = 'error' | 'warn' | 'info' | 'silent';
const ranks: Readonly<Record<LogLevel, number>> = { silent: 0, error: 1, warn: 2, info: 3 };

type Sink = { write(text: string): unknown };

/** One line for each event, gathered and written once a turn of the event loop: a write for each would cost more than the request. */
export function createStreamLog(sink: Sink, level: LogLevel, format: 'json' | 'text'): Log & { flush(): void } {
  let lines = '';
  const flush = () => {
    if (lines !== '') sink.write(lines);
    lines = '';
  };
  const write =
    (rank: LogLevel) =>
    (message: string, facts: Record<string, unknown> = {}) => {
      if (ranks[rank] > ranks[level]) return;
      if (lines === '') setImmediate(flush);
      const time = new Date().toISOString();
      lines +=
        format === 'json'
          ? `${JSON.stringify({ time, level: rank, message, ...facts })}\n`
          : textLine(time, rank, message, facts);
    };
  return { info: write('info'), warn: write('warn'), error: write('error'), flush };
}

function textLine(time: string, rank: LogLevel, message: string, facts: Record<string, unknown>): string {
  const { stack, ...rest } = facts;
  const pairs = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? oneLine(value) : JSON.stringify(value)}`,
  );
  const trace = typeof stack === 'string' ? `\n${stack}` : '';
  return `${time.slice(11, 23)} ${rank === 'info' ? '' : `${rank.toUpperCase()} `}${message} ${pairs.join(' ')}${trace}\n`;
}

/** A hostile value must not begin a line of its own. */
const oneLine = (value: string) => (/[\s"]/.test(value) ? JSON.stringify(value) : value);
