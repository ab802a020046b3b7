import { type CompactText, scanCompact } from '../shared/compact-json.ts';
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

type Place = ScannedValue & { readonly start: number };
type Places = { readonly start: number; readonly end: number; readonly features: readonly Place[] };

/** Null where the text is no object with `features` of objects alone: then it is to be read as a whole. */
export function splitFeatures(text: string): SplitDocument | null {
  const places = findFeatures(text);
  if (places === null || places.features.length === 0) return null;
  return {
    document: parseStrictJson(`${text.slice(0, places.start)}[]${text.slice(places.end)}`),
    count: places.features.length,
    *features() {
      for (const { start, end, members } of places.features) {
        const own = text.slice(start, end);
        yield { json: parseCounted(own, members), compact: scanCompact(own) };
      }
    },
  };
}

/** Walks over the members of the outermost object. */
function findFeatures(text: string): Places | null {
  let at = afterBlanks(text, 0);
  if (text[at] !== '{') return null;
  do {
    const name = afterBlanks(text, at + 1);
    if (text[name] !== '"') return null;
    const nameEnd = closingQuote(text, name) + 1;
    const separator = afterBlanks(text, nameEnd);
    if (text[separator] !== ':') return null;
    const value = afterBlanks(text, separator + 1);
    if (text.slice(name, nameEnd) === '"features"') return placesIn(text, value);
    at = scanValue(text, value, 1).end;
  } while (text[at] === ',');
  return null;
}

function placesIn(text: string, start: number): Places | null {
  if (text[start] !== '[') return null;
  const features: Place[] = [];
  let at = start;
  do {
    const first = afterBlanks(text, at + 1);
    if (text[first] !== '{') return null;
    const place = scanValue(text, first, 2);
    features.push({ start: first, ...place });
    at = place.end;
  } while (text[at] === ',');
  return text[at] === ']' ? { start, end: at + 1, features } : null;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return at;
}
