import { tellHealth } from '../../health/tell-health.ts';
import { operation } from '../route.ts';
import { healthRecord, healthSchema } from '../wire/operating/health-record.ts';

export const health = operation({
  summary: 'How the service is: version, stores, disk, queues, who delivers, and what to look at',
  tag: 'Administration',
  answers: { 200: healthSchema },
  handle: async (service) => healthRecord(await tellHealth(service)),
});
