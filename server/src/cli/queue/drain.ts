import { setTimeout } from 'node:timers/promises';
import { operator } from '../../accounts/audit.ts';
import { type QueueState, pauseQueue, readQueue } from '../../orders/switch-queue.ts';
import { secondMs } from '../../shared/clock.ts';
import { type Command, UsageError, exitCodes } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { readArguments } from '../read-arguments.ts';
import { type QueueService, printQueue } from './print-queue.ts';

const flags = { timeout: { type: 'string' }, json: { type: 'boolean' } } as const;

export const queueDrain: Command = {
  summary: 'Pause, and wait until nobody is at work',
  help: `swath queue drain [--timeout SECONDS] [--json]

Pauses the queue and waits until every tile that is under way is delivered or given back, and every job of ingest has
come to its end (watched places are left where they are). Ends with 1 where somebody is still at work after the time
(600 seconds unless given); it stays paused then too.

Examples:
  swath queue drain && systemctl stop swath
  swath queue drain --timeout 60`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags });
    const seconds = Number(values.timeout ?? 600);
    if (!Number.isInteger(seconds) || seconds < 0) throw new UsageError('--timeout must be a whole number of seconds');
    const state = await withInstallation(terminal, (service) => drain(service, seconds * secondMs));
    printQueue(terminal, state, values.json === true);
    if (isDrained(state)) return exitCodes.done;
    terminal.err('somebody is still at work: the queue is paused, and this can be waited for again');
    return exitCodes.failed;
  },
};

const isDrained = ({ holders, ending, ingest }: QueueState): boolean =>
  holders.length === 0 && ending === 0 && ingest.running === 0;

async function drain(service: QueueService, withinMs: number): Promise<QueueState> {
  const deadlineMs = performance.now() + withinMs;
  for (let state = await pauseQueue(service, operator); ; state = await readQueue(service)) {
    if (isDrained(state) || performance.now() > deadlineMs) return state;
    await setTimeout(200);
  }
}
