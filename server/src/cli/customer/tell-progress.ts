import type { OrderState } from '@swath/client';
import { secondMs } from '../../shared/clock.ts';
import type { Terminal } from '../command.ts';
import { bytesText } from './figures.ts';

export const progressFlag = { progress: { type: 'boolean' } } as const;
export const progressHelp = '  --progress            tell the progress also where standard error is no terminal';

const everyMs = 2 * secondMs;

/** A line on standard error now and then, where somebody sees it or asks for it. */
export function createTeller(terminal: Terminal, isAskedFor: boolean | undefined): (text: () => string) => void {
  let toldMs = -Infinity;
  return (text) => {
    const nowMs = performance.now();
    if (!(isAskedFor || terminal.isSeen.err) || nowMs - toldMs < everyMs) return;
    toldMs = nowMs;
    terminal.err(text());
  };
}

export const pausedText = '; deliveries are paused by the operator';

export function orderProgressText({ id, state, progress }: OrderState): string {
  const { tiles, bytes, paused: isPaused, percent, eta_seconds: eta } = progress;
  const failed = tiles.failed === 0 ? '' : `, ${tiles.failed} failed`;
  const left = eta === null ? '' : `, ${eta} s left`;
  const pause = isPaused ? pausedText : '';
  return `${id} ${state}: ${tiles.delivered} of ${tiles.total} tiles (${Math.floor(percent)} %)${failed}, ${bytesText(bytes.delivered)}${left}${pause}`;
}
