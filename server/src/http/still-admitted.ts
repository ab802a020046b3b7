import type { FastifyRequest } from 'fastify';
import { secondMs } from '../shared/clock.ts';
import './fastify-types.ts';

/** Whether what was begun for a caller may go on. */
export type MayGoOn = () => Promise<boolean>;

/** For what takes long: a credential may end meanwhile, or see less. Looked up once a second at most. */
export function stillAdmitted(request: Pick<FastifyRequest, 'server'>): MayGoOn {
  let askedAtMs = performance.now();
  return async () => {
    const nowMs = performance.now();
    if (nowMs - askedAtMs < secondMs) return true;
    askedAtMs = nowMs;
    // A store that does not answer says nothing about the credential.
    return request.server.isStillAdmitted(request as FastifyRequest).catch(() => true);
  };
}
