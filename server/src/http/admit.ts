import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LastUsedRecorder } from '../api-keys/last-used.ts';
import { PlatformError } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import type { Service } from '../service.ts';
import { type Identify, requireAccess } from './authorize.ts';
import { callerAddress } from './caller-address.ts';
import type { KeyNames } from './credentials.ts';
import { hasSignatureAlone, requireSigned } from './signed-address.ts';
import { type RateLimiter, createOwnCounts, createRateLimiter } from './rate-limit.ts';
import type { Route } from './route.ts';
import { createSharedCounts } from './shared-counts.ts';

type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** What stands before every handler: credential, rate limit, permission, in this order (a refused call counts too). */
export function createAdmission(
  service: Service,
  identify: Identify,
  names: KeyNames,
  lastUsed?: LastUsedRecorder,
): (route: Route) => Admit {
  const limiter = limiterOf(service);
  return ({ access, operation }) => {
    const isPublic = access.credentials.has('none') || access.credentials.has('cookie');
    const takesCredential = access.credentials.has('bearer') || access.credentials.has('key');
    const isCounted = limiter !== null && operation.tag !== 'Health';
    return async (request, reply) => {
      request.principal = takesCredential ? await identify(request.raw, access) : null;
      if (isCounted) takeAllowance(limiter, request, reply);
      if (isPublic) return;
      if (access.signed && hasSignatureAlone(request, names)) return requireSigned(service, request);
      requireAccess(request.principal, access);
      void reply.header('cache-control', 'private, no-store');
      service.requestCounts.note(request.principal);
      if (request.principal.credential.kind === 'key')
        lastUsed?.note(request.principal.credential.keyId, {
          atMs: service.clock.nowMs(),
          address: callerAddress(request),
          agent: (request.headers['user-agent'] ?? '').slice(0, 200),
        });
    };
  };
}

function limiterOf({ config, clock, rateCounts }: Service): RateLimiter | null {
  const perMinute = config.SWATH_RATE_LIMIT;
  const counts = rateCounts === null ? createOwnCounts(clock) : createSharedCounts({ clock, rateCounts, perMinute });
  return createRateLimiter(perMinute, clock, counts);
}

function takeAllowance(limiter: RateLimiter, request: FastifyRequest, reply: FastifyReply): void {
  const { isExceeded, remaining, resetSeconds } = limiter.take(identityOf(request));
  void reply.header('ratelimit-policy', limiter.policy);
  void reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
  if (isExceeded) throw new PlatformError('rate_limited', { retryAfterSeconds: resetSeconds });
}

function identityOf(request: FastifyRequest): string {
  const { principal } = request;
  if (principal === null) return networkOf(callerAddress(request));
  return principal.credential.kind === 'key' ? principal.credential.keyId : principal.account.id;
}
