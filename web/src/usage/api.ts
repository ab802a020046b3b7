import { usage } from '@swath/client';
import { swath } from '../swath.ts';

export const usageApi = usage(swath.sender);
