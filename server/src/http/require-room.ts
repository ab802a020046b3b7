import type { onRequestAsyncHookHandler } from 'fastify';
import type { Service } from '../service.ts';

/** Before a body is read: what it would begin has nowhere to go. */
export const requireRoom =
  ({ room }: Pick<Service, 'room'>): onRequestAsyncHookHandler =>
  () =>
    room.require();
