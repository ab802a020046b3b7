import { workerData } from 'node:worker_threads';
import { threadPort } from '../threads/job-port.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import type { DeliveryThreadData } from './deliver-threads.ts';
import { serveDeliveries } from './serve-deliveries.ts';

lowerPriority();
serveDeliveries(workerData as DeliveryThreadData, threadPort());
