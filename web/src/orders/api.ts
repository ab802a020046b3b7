import { orders } from '@swath/client';
import { swath } from '../swath.ts';

export const ordersApi = orders(swath.sender);
