import { type Collection, parseCollection } from '../catalog/collection.ts';
import { type Item, parseItem } from '../catalog/item.ts';
import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { PlatformError } from '../shared/errors.ts';
import { type CompactText, parseCompact, scanCompact } from '../shared/compact-json.ts';
import { parseStrictJson } from '../shared/strict-json.ts';
import { checkFully } from '../catalog/check-fully.ts';
import type { Entry, Move } from './source.ts';

/** Something that was not stored, and why; `line` is what it was, where it is known. */
export type Reject = {
  readonly position: string;
  readonly id: string | null;
  readonly reason: string;
  readonly line: string | null;
};

export type Verdict =
  | {
      readonly kind: 'item';
      readonly item: Item;
      /** The document as it came, links and all. */
      readonly given: JsonObject;
      readonly reject: (reason: string) => Reject;
      readonly moved?: Move;
    }
  | { readonly kind: 'collection'; readonly collection: Collection }
  | { readonly kind: 'reject'; readonly reject: Reject }
  | { readonly kind: 'missing'; readonly reject: Reject }
  | { readonly kind: 'known' };

export type Rules = {
  /** Where all items belong; null leaves each to the collection that it names. */
  readonly collection: string | null;
  /** For items that name none. */
  readonly fallback: string | null;
  readonly validate: 'basic' | 'full';
};

/** What is to become of an entry. */
export function judgeEntry({ position, content }: Pick<Entry, 'position' | 'content'>, rules: Rules): Verdict {
  switch (content.kind) {
    case 'known':
      return { kind: 'known' };
    case 'missing':
      return { kind: 'missing', reject: { position, id: content.id, reason: 'its file is gone', line: null } };
    case 'problem':
      return {
        kind: 'reject',
        reject: { position, id: content.id, reason: content.reason, line: content.text },
      };
    case 'collection':
      return judgeCollection(position, content.document);
    case 'item': {
      const { document, moved } = content;
      const verdict = judgeItem(position, document, rules, () => JSON.stringify(document));
      return verdict.kind === 'item' && moved !== undefined ? { ...verdict, moved } : verdict;
    }
    case 'text':
      return judgeText(position, content.bytes, rules);
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const looseUtf8 = new TextDecoder();

function judgeText(position: string, bytes: Uint8Array, rules: Rules): Verdict {
  const line = () => looseUtf8.decode(bytes).trim();
  let [document, compact]: [unknown, CompactText | null] = [null, null];
  try {
    const text = textIn(bytes);
    compact = scanCompact(text);
    document = compact === null ? parseStrictJson(text) : parseCompact(compact);
  } catch (error) {
    const reason = error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'is not UTF-8';
    return { kind: 'reject', reject: { position, id: null, reason, line: line() } };
  }
  // Other stores write their collections as lines too.
  if (isObject(document) && document['type'] === 'Collection') return judgeCollection(position, document);
  return judgeItem(position, document, rules, line, compact);
}

/** Throws where it is not UTF-8. A record separator stands before each item of a GeoJSON text sequence. */
export const textIn = (bytes: Uint8Array): string =>
  withoutReturn(strictUtf8.decode(bytes[0] === 0x1e ? bytes.subarray(1) : bytes));

/** Lines of some files end in both. */
const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

function judgeItem(
  position: string,
  document: unknown,
  rules: Rules,
  line: () => string,
  compact: CompactText | null = null,
): Verdict {
  const id = isObject(document) && typeof document['id'] === 'string' ? document['id'] : null;
  const reject = (reason: string): Reject => ({ position, id, reason, line: line() });
  try {
    const given = withFallback(document, rules.fallback);
    const item = parseItem(given, rules.collection ?? undefined, given === document ? compact : null);
    if (rules.validate === 'full') checkFully(document as JsonObject);
    return { kind: 'item', item, given: document as JsonObject, reject };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { kind: 'reject', reject: reject(error.message) };
  }
}

const withFallback = (document: unknown, fallback: string | null): unknown =>
  fallback !== null && isObject(document) && (document['collection'] ?? null) === null
    ? { ...document, collection: fallback }
    : document;

function judgeCollection(position: string, document: unknown): Verdict {
  try {
    return { kind: 'collection', collection: parseCollection(document) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const id = isObject(document) && typeof document['id'] === 'string' ? document['id'] : null;
    return { kind: 'reject', reject: { position, id, reason: error.message, line: JSON.stringify(document) } };
  }
}
