import { setPriority } from 'node:os';
import { processPort } from '../threads/job-port.ts';
import type { DeliveryThreadData } from './deliver-threads.ts';
import { serveDeliveries } from './serve-deliveries.ts';

/** A tenth of what anybody else gets, where there are too few processors for both: searches go first. */
const niceness = 10;
setPriority(niceness);

const port = processPort();
// The first message says where things are; all others are of jobs.
process.once('message', (data) => serveDeliveries(data as DeliveryThreadData, port));
