import { savedSearches } from '@swath/client';
import { swath } from '../swath.ts';

export const savedSearchesApi = savedSearches(swath.sender);
