import { isAnotherVersion } from '../catalog/write-conditions.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { Call } from './route.ts';
import { addVary, callerHeaders } from './vary.ts';
import { visibilityMark } from './visible-to.ts';
import { isHeldByCaller, isWanted, listTag } from './wire/files/entity-tag.ts';

type Exchange = Pick<Call, 'request' | 'reply' | 'principal'>;

/** Tags an answer that the caller may keep and must ask about; true when it has it already and was told so by 304. */
export function isHeld({ config }: Pick<Service, 'config'>, { request, reply }: Exchange, tag: string): boolean {
  mustRevalidate({ config }, { reply });
  void reply.header('etag', tag);
  if (!isHeldByCaller(request.headers['if-none-match'], tag)) return false;
  void reply.code(304).send();
  return true;
}

/** The same for a document; throws where `If-Match` asks for another version of it (RFC 9110, 13.1.1). */
export function isDocumentHeld(service: Pick<Service, 'config'>, exchange: Exchange, tag: string): boolean {
  if (!isWanted(exchange.request.headers['if-match'], tag))
    throw new PlatformError('precondition_failed', isAnotherVersion);
  return isHeld(service, exchange, tag);
}

/** The same for a list, before its query runs: what it shows follows from catalogue, grants and address. */
export async function isListHeld(
  { config, catalog }: Pick<Service, 'config' | 'catalog'>,
  exchange: Exchange,
  selfHref: string,
): Promise<boolean> {
  const tag = listTag(await catalog.version(), visibilityMark(exchange.principal), selfHref);
  return isHeld({ config }, exchange, tag);
}

/** For answers that differ between callers and change at any time. */
export function mustRevalidate({ config }: Pick<Service, 'config'>, { reply }: Pick<Exchange, 'reply'>): void {
  void reply.header('cache-control', 'private, no-cache');
  addVary(reply, callerHeaders(config));
}
