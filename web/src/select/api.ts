import { selects } from '@swath/client';
import { swath } from '../swath.ts';

export const selectsApi = selects(swath.sender);
