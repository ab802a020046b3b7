import { catalog } from '@swath/client';
import { swath } from '../swath.ts';

export const catalogApi = catalog(swath.sender);
