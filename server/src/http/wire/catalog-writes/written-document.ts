import type { FastifyReply } from 'fastify';
import type { StoredCollection, StoredItem } from '../../../catalog/ports.ts';
import type { Written } from '../../../catalog/write-conditions.ts';
import { entityTag } from '../files/entity-tag.ts';
import { geojson, json } from '../files/media-types.ts';
import { collectionBytes, collectionHref, itemBytes, itemHref } from '../catalog/stac-links.ts';

/** Answers a write with the item as it is stored now; with nothing where the caller prefers that. */
export function answerItem(
  reply: FastifyReply,
  baseUrl: string,
  { document, isNew }: Written<StoredItem>,
): Buffer | undefined {
  const { collection, id, etag } = document;
  if (!isNew && isMinimal(reply, entityTag(etag, baseUrl))) return;
  setHeaders(reply, geojson, entityTag(etag, baseUrl), isNew ? itemHref(baseUrl, collection, id) : null);
  return itemBytes(baseUrl, document);
}

/** Answers a write with the collection as it is stored now; with nothing where the caller prefers that. */
export function answerCollection(
  reply: FastifyReply,
  baseUrl: string,
  { document, isNew }: Written<StoredCollection>,
): Buffer | undefined {
  const { id, etag } = document;
  if (!isNew && isMinimal(reply, entityTag(etag, baseUrl))) return;
  setHeaders(reply, json, entityTag(etag, baseUrl), isNew ? collectionHref(baseUrl, id) : null);
  return collectionBytes(baseUrl, document);
}

function setHeaders(reply: FastifyReply, type: string, etag: string, location: string | null): void {
  void reply.code(location === null ? 200 : 201);
  void reply.type(`${type}; charset=utf-8`).header('etag', etag);
  if (location !== null) void reply.header('location', location);
}

/** RFC 7240: 204 to `Prefer: return=minimal` for what was changed; what is new is always shown. */
function isMinimal(reply: FastifyReply, etag: string): boolean {
  const { method, headers } = reply.request;
  if (method === 'POST' || !/(?:^|,)\s*return\s*=\s*"?minimal\b/i.test(String(headers['prefer'] ?? ''))) return false;
  void reply.code(204).header('etag', etag).header('preference-applied', 'return=minimal');
  return true;
}
