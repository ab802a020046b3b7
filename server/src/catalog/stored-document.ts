import { hash } from 'node:crypto';
import type { CompactText } from '../shared/compact-json.ts';
import { type JsonObject, asText, isObject, refuse } from './refuse.ts';

/** A document as it is stored and sent: canonical UTF-8 that names no host and ends in `"links":[...]}`. */
export type StoredDocument = {
  readonly bytes: Uint8Array;
  /** A hash of the bytes, without quotes. */
  readonly etag: string;
};

/**
 * Own links removed, `links` last, so that the service's links can be spliced in at one known place; the same object
 * where it is so already.
 */
export function canonicalDocument(document: JsonObject, ownRelations: readonly string[]): JsonObject {
  const given = readLinks(document['links']);
  const others = given.filter(({ rel }) => !ownRelations.includes(rel as string));
  return others.length === given.length && Object.keys(document).at(-1) === 'links'
    ? document
    : withLinksLast(document, others);
}

function withLinksLast(document: JsonObject, links: readonly JsonObject[]): JsonObject {
  const { links: _given, ...rest }: Record<string, unknown> = document;
  return { ...rest, links };
}

function readLinks(links: unknown): readonly JsonObject[] {
  if (links === undefined) return [];
  if (!Array.isArray(links)) return refuse('links', 'must be an array');
  return links.map((link, i) => {
    if (!isObject(link)) return refuse(`links[${i}]`, 'must be an object');
    asText(link['rel'], `links[${i}].rel`);
    asText(link['href'], `links[${i}].href`);
    return link;
  });
}

export const storedDocument = (canonical: JsonObject): StoredDocument => storedText(JSON.stringify(canonical));

/** The same by the text that it was read from, where of that `links` alone may be other ones now: nothing is written anew. */
export function storedAsWritten(
  { text, bytes, links }: CompactText,
  given: JsonObject,
  canonical: JsonObject,
): StoredDocument {
  const isSame = (given['links'] as readonly unknown[]).length === (canonical['links'] as readonly unknown[]).length;
  if (isSame && links!.end === text.length - 1) return bytes === null ? storedText(text) : storedBytes(bytes);
  const member = isSame ? text.slice(links!.start, links!.end) : `"links":${JSON.stringify(canonical['links'])}`;
  const [before, after] = [text.slice(0, links!.start), text.slice(links!.end + 1, -1)];
  return storedText(after === '' ? `${before}${member}}` : `${before}${after},${member}}`);
}

const storedText = (text: string): StoredDocument => storedBytes(Buffer.from(text));

const storedBytes = (bytes: Uint8Array): StoredDocument => ({
  bytes,
  etag: hash('sha256', bytes, 'base64url').slice(0, 27),
});

const utf8 = new TextDecoder();

/** The stored bytes as the document that they are. */
export const documentOf = (bytes: Uint8Array): JsonObject => JSON.parse(utf8.decode(bytes)) as JsonObject;

/** Where links are spliced in: before the closing `]}`. */
export const linksOffset = ({ bytes }: Pick<StoredDocument, 'bytes'>): number => bytes.length - 2;

/** Whether what is spliced in needs a comma before it. */
export const hasLinks = ({ bytes }: Pick<StoredDocument, 'bytes'>): boolean => bytes[bytes.length - 3] !== 0x5b;
