import { operator } from '../../accounts/audit.ts';
import { type QueueState, pauseQueue, readQueue, resumeQueue } from '../../orders/switch-queue.ts';
import { type Command, type CommandGroup, exitCodes } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { readArguments } from '../read-arguments.ts';
import { queueDrain } from './drain.ts';
import { type QueueService, printQueue } from './print-queue.ts';

const flags = { json: { type: 'boolean' } } as const;

const command = (summary: string, help: string, act: (service: QueueService) => Promise<QueueState>): Command => ({
  summary,
  help,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags });
    printQueue(terminal, await withInstallation(terminal, act), values.json === true);
    return exitCodes.done;
  },
});

export const queueCommands: CommandGroup = {
  summary: 'The queue of orders and ingests: pause, drain, go on',
  commands: {
    status: command(
      'Whether the queue is paused, what waits and who is at work',
      `swath queue status [--json]

Orders with their open tiles, who delivers them, and jobs of ingest that run and wait.

Examples:
  swath queue status`,
      readQueue,
    ),
    pause: command(
      'Let no worker take up anything more',
      `swath queue pause [--json]

No worker, in the service or elsewhere, takes up tiles or ends of orders or jobs of ingest from now on, also after a
restart. Orders and jobs are still taken, and wait; what is under way comes to its end, but for watched places, which
are left where they are. 'swath ingest' on the command line is not held back. 'swath queue resume' lets it go on.

Examples:
  swath queue pause`,
      (service) => pauseQueue(service, operator),
    ),
    resume: command(
      'Let workers go on',
      `swath queue resume [--json]

Examples:
  swath queue resume`,
      (service) => resumeQueue(service, operator),
    ),
    drain: queueDrain,
  },
};
