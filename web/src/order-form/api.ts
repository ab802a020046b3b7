import { buckets, orders, selects } from '@swath/client';
import { swath } from '../swath.ts';

export const ordersApi = orders(swath.sender);
export const selectsApi = selects(swath.sender);
export const bucketsApi = buckets(swath.sender);
