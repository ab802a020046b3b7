import { pauseQueue, readQueue, resumeQueue } from '../../orders/switch-queue.ts';
import { operation } from '../route.ts';
import { queueRecord, queueSchema } from '../wire/operating/queue-record.ts';

const tag = 'Administration';

export const read = operation({
  summary: 'The queue of orders and ingests: whether it is paused, what waits, who is at work',
  tag,
  answers: { 200: queueSchema },
  handle: async (service) => queueRecord(await readQueue(service)),
});

export const pause = operation({
  summary: 'Let nobody take up anything more of orders and ingests',
  description:
    'Orders and ingests are still taken, and wait. Tiles and jobs that are under way come to their end; watched places, ' +
    'which have none, are left where they are until it goes on. It is drained when nobody is at work.',
  tag,
  answers: { 200: queueSchema },
  handle: async (service, { actor }) => queueRecord(await pauseQueue(service, actor)),
});

export const resume = operation({
  summary: 'Let workers go on with orders and ingests',
  tag,
  answers: { 200: queueSchema },
  handle: async (service, { actor }) => queueRecord(await resumeQueue(service, actor)),
});
