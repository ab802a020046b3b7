import { buckets } from '@swath/client';
import { swath } from '../swath.ts';

export const bucketsApi = buckets(swath.sender);
