import { admin, collectionWrites, ingest } from '@swath/client';
import { swath } from '../swath.ts';

export const adminApi = admin(swath.sender);
export const collectionApi = collectionWrites(swath.sender);
export const ingestApi = ingest(swath.sender);
