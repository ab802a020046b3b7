import { Type } from 'typebox';
import { PlatformError } from '../../shared/errors.ts';
import { operation } from '../route.ts';

const status = Type.Object({ status: Type.String() });

export const livez = operation({
  summary: 'Is the process alive?',
  tag: 'Health',
  answers: { 200: status },
  handle: () => ({ status: 'ok' }),
});

/** In the words of the discovery clients of this family. */
export const healthcheck = operation({
  summary: 'Is the catalogue in reach?',
  tag: 'Health',
  errors: [503],
  answers: { 200: Type.Object({ database: Type.String(), overall: Type.String() }) },
  handle: async (service) => {
    await service.checkStore();
    return { database: 'OK', overall: 'OK' };
  },
});

export const readyz = operation({
  summary: 'Can the service take requests: is its store in reach?',
  tag: 'Health',
  errors: [503],
  answers: { 200: status },
  handle: async (service) => {
    if (service.isStopping()) throw new PlatformError('unavailable', { reason: 'stopping', retryAfterSeconds: 5 });
    await service.checkStore();
    return { status: 'ready' };
  },
});
