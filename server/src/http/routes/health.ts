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
