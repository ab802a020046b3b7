import type { IncomingMessage } from 'node:http';
import { type Principal, principalOfBearer } from '../accounts/principal.ts';
import { principalOfKey } from '../api-keys/verify-key.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { type KeyNames, apiKeyOf, bearerOf } from './credentials.ts';
import type { Access } from './route.ts';

/** Who calls, or null. A Bearer header, when present, alone decides. */
export async function identify(
  service: Service,
  raw: IncomingMessage,
  names: KeyNames,
  access: Access,
): Promise<Principal | null> {
  const bearer = bearerOf(raw);
  if (bearer !== undefined) return access.credentials.has('bearer') ? principalOfBearer(service, bearer) : null;
  const key = apiKeyOf(raw, names);
  if (key === undefined || key === null || !access.credentials.has('key')) return null;
  return principalOfKey(service, key);
}

/** Throws 401 for nobody and 403 for somebody who may not. */
export function requireAccess(principal: Principal | null, access: Access): asserts principal is Principal {
  if (principal === null) throw new PlatformError('unauthorized');
  if (access.permission !== undefined && !principal.permissions.includes(access.permission))
    throw new PlatformError('forbidden', `this needs the permission '${access.permission}'`);
}
