import type { FastifyRequest } from 'fastify';
import type { QueryParameters } from '../catalog/languages/search-parameters.ts';
import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';
import { isSigned } from '../vault/signed-url.ts';
import { type KeyNames, apiKeyOf, bearerOf } from './credentials.ts';

/** A credential, when there is one, alone decides. */
export function hasSignatureAlone({ raw, query }: FastifyRequest, names: KeyNames): boolean {
  const hasCredential = bearerOf(raw) !== undefined || apiKeyOf(raw, names) !== undefined;
  return !hasCredential && (query as QueryParameters)['signature'] !== undefined;
}

/** Throws 401 for an address that was not signed here, was changed, or has expired. */
export function requireSigned(
  { vault, clock }: Pick<Service, 'vault' | 'clock'>,
  { url, query }: FastifyRequest,
): void {
  const path = url
    .split('?')[0]!
    .replace(/^\/api\/v1(?=\/)/, '')
    .replace(/\/$/, '');
  if (!isSigned(vault, path, query as QueryParameters, clock.nowMs())) throw new PlatformError('unauthorized');
}
