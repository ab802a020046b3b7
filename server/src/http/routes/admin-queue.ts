import { pauseQueue, readQueue, resumeQueue } from '../../orders/switch-queue.ts';
import { operation } from '../route.ts';
import { queueRecord, queueSchema } from '../wire/queue-record.ts';

const tag = 'Administration';

export const read = operation({
  summary: 'The queue of orders: whether it is paused, what waits, who delivers',
  tag,
  answers: { 200: queueSchema },
  handle: async (service) => queueRecord(await readQueue(service)),
});

export const pause = operation({
  summary: 'Let no worker take up anything more of orders',
  description:
    'Orders are still taken, and wait. Tiles that are under way are delivered: it is drained when nobody holds any.',
  tag,
  answers: { 200: queueSchema },
  handle: async (service, { actor }) => queueRecord(await pauseQueue(service, actor)),
});

export const resume = operation({
  summary: 'Let workers go on with orders',
  tag,
  answers: { 200: queueSchema },
  handle: async (service, { actor }) => queueRecord(await resumeQueue(service, actor)),
});
