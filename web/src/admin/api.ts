import { admin } from '@swath/client';
import { swath } from '../swath.ts';

export const adminApi = admin(swath.sender);
