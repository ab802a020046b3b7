import {
  type CompactPlace,
  type CompactText,
  compactText,
  scanCompact,
  scanCompactAt,
} from '../shared/compact-json.ts';
import { type ScannedValue, closingQuote, parseCounted, parseStrictJson, scanValue } from '../shared/strict-json.ts';

/** A document without its features, which are read one at a time: all at once they are many times their text. */
export type SplitDocument = {
  /** The document as it is, but with `features` empty. */
  readonly document: unknown;
  readonly count: number;
  /** Throws SyntaxError as reading the whole would. */
  features(): Generator<Feature>;
};

/** `compact` is its text, where that is so. */
export type Feature = { readonly json: unknown; readonly compact: CompactText | null };

const openBracket = '['.charCodeAt(0);

/** `compact`: what else is known of it, where it is written so. */
type Place = ScannedValue & { readonly start: number; readonly compact: CompactPlace | null };
type Places = { readonly start: number; readonly end: number; readonly features: readonly Place[] };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** So many bytes are looked at as characters at a time, which take their room once more. */
const usualPiece = 262_144;

/** Null where the body is no object with `features` of objects alone: then it is to be read as a whole. */
export function splitFeatures(body: Uint8Array, pieceBytes = usualPiece): SplitDocument | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const places = findFeatures(bytes, pieceBytes);
  if (places === null || places.features.length === 0) return null;
  const [before, after] = [bytes.subarray(0, places.start), bytes.subarray(places.end)];
  return {
    document: parseStrictJson(`${utf8.decode(before)}[]${utf8.decode(after)}`),
    count: places.features.length,
    features: () => featuresAt(bytes, places.features),
  };
}

function* featuresAt(bytes: Buffer, places: readonly Place[]): Generator<Feature> {
  for (const { start, end, members, compact } of places) {
    const own = bytes.subarray(start, end);
    const text = utf8.decode(own);
    yield { json: parseCounted(text, members), compact: compact && compactOf(text, own, compact) };
  }
}

/** Where characters take several bytes, it stands elsewhere in the text than in the bytes. */
const compactOf = (text: string, bytes: Uint8Array, place: CompactPlace): CompactText | null =>
  text.length === bytes.length ? compactText(text, place, bytes) : scanCompact(text);

/** Grows the piece until the name is in it: mostly there is little before. */
function findFeatures(bytes: Buffer, pieceBytes: number): Places | null {
  for (let length = pieceBytes; ; length *= 2) {
    // A byte is a character: those that have a meaning in JSON are no part of others in UTF-8.
    const text = bytes.toString('latin1', 0, length);
    const start = startOfFeatures(text);
    if (start !== null && start < text.length) return placesIn(bytes, start, pieceBytes);
    if (length >= bytes.length || text[afterBlanks(text, 0)] !== '{') return null;
  }
}

/** Walks over the members of the outermost object. */
function startOfFeatures(text: string): number | null {
  let at = afterBlanks(text, 0);
  if (text[at] !== '{') return null;
  do {
    const name = afterBlanks(text, at + 1);
    if (text[name] !== '"') return null;
    const nameEnd = closingQuote(text, name) + 1;
    const separator = afterBlanks(text, nameEnd);
    if (text[separator] !== ':') return null;
    const value = afterBlanks(text, separator + 1);
    if (text.slice(name, nameEnd) === '"features"') return value;
    at = scanValue(text, value, 1).end;
  } while (text[at] === ',');
  return null;
}

/** Each piece begins at the bracket or comma before the first feature that the piece before did not hold whole. */
function placesIn(bytes: Buffer, start: number, pieceBytes: number): Places | null {
  if (bytes[start] !== openBracket) return null;
  const features: Place[] = [];
  let [base, length, at] = [start, pieceBytes, 0];
  let text = bytes.toString('latin1', base, base + length);
  let backslash = text.indexOf('\\');
  do {
    const first = afterBlanks(text, at + 1);
    if (backslash !== -1 && backslash < first) backslash = text.indexOf('\\', first);
    const compact = endingIn(text, scanCompactAt(text, first, backslash));
    const place = compact ?? (text[first] === '{' ? scanValue(text, first, 2) : null);
    if ((place?.end ?? first) >= text.length && base + length < bytes.length) {
      // Where it is the only one, it takes more than a piece.
      length = at === 0 ? 2 * length : pieceBytes;
      base += at;
      at = 0;
      text = bytes.toString('latin1', base, base + length);
      backslash = text.indexOf('\\');
      continue;
    }
    if (place === null) return null;
    features.push({ start: base + first, end: base + place.end, members: place.members, compact });
    at = place.end;
  } while (at === 0 || text[at] === ',');
  return text[at] === ']' ? { start, end: base + at + 1, features } : null;
}

/** Null where something else than the next feature, or the end of all, comes right after it. */
const endingIn = (text: string, place: CompactPlace | null): CompactPlace | null =>
  place !== null && (text[place.end] === ',' || text[place.end] === ']') ? place : null;

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return at;
}
