import { catalog, selects } from '@swath/client';
import { swath } from '../swath.ts';

export const selectsApi = selects(swath.sender);
export const catalogApi = catalog(swath.sender);
