import { secondMs } from '../../shared/clock.ts';
import type { Progress } from '../../ingest/progress.ts';
import type { Terminal } from '../command.ts';

const everyMs = 2 * secondMs;

/** A line now and then: how far, how fast, how long still. */
export function createProgressTeller({ err }: Pick<Terminal, 'err'>, isTold: boolean): (progress: Progress) => void {
  let toldMs = -Infinity;
  return (progress) => {
    const nowMs = performance.now();
    if (!isTold || nowMs - toldMs < everyMs) return;
    toldMs = nowMs;
    err(progressText(progress));
  };
}

function progressText({ items, done, total, unit, itemsPerSecond, secondsLeft }: Progress): string {
  const share = total === null || total === 0 ? null : `${((100 * done) / total).toFixed(1)} % of ${total} ${unit}`;
  const left = secondsLeft === null ? null : `${durationText(secondsLeft)} left`;
  const parts = [`${items} entries`, share, `${itemsPerSecond.toFixed(0)} a second`, left];
  return parts.filter((part) => part !== null).join(', ');
}

const two = (value: number): string => String(value).padStart(2, '0');

function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
