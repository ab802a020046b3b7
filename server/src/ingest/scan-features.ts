import type { JsonObject } from '../catalog/refuse.ts';
import { requireLonLat } from '../catalog/require-lon-lat.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Content, Entry } from './source.ts';
import { mostItemBytes } from './split-lines.ts';

/** Where to go on within `features`: a byte, and how many were before it. */
export type FeatureCursor = { readonly offset: number; readonly feature: number };

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Beside its features a collection has little to say. */
const mostMembersBytes = 262_144;

/** `before`: on the way to `features`. `between`: at an element's start, or at the end. */
type Phase = 'before' | 'between' | 'element' | 'after';

/** The items of a FeatureCollection as they go by: of a file of any size, one item is held. */
export async function* scanFeatures(
  chunks: AsyncIterable<Uint8Array>,
  from: FeatureCursor | null,
): AsyncGenerator<Entry> {
  let phase: Phase = from === null ? 'before' : 'between';
  let offset = from?.offset ?? 0;
  let feature = from?.feature ?? 0;
  const search = createFeaturesSearch();
  const element = createElement();
  let rest = '';

  for await (const chunk of chunks) {
    let at = 0;
    while (at < chunk.length) {
      if (phase === 'before') {
        at = search.feed(chunk, at);
        if (search.isFound()) {
          phase = 'between';
          requireLonLat(membersOf(`${search.text()}]}`));
        }
      } else if (phase === 'between') {
        const byte = chunk[at]!;
        if (byte === closeBracket) phase = 'after';
        else if (byte !== comma && !isBlank(byte)) phase = 'element';
        if (phase !== 'element') at++;
      } else if (phase === 'element') {
        const start = at;
        at = element.feed(chunk, start);
        if (!element.isWhole()) continue;
        feature++;
        const end = offset + at;
        yield { position: `feature ${feature}`, content: element.take(), next: { offset: end, feature }, done: end };
        phase = 'between';
      } else {
        // Some programs say after the features what they are in.
        if (rest.length < mostMembersBytes) rest += Buffer.from(chunk.subarray(at)).toString('latin1');
        at = chunk.length;
      }
    }
    offset += chunk.length;
  }
  if (phase === 'before') throw new PlatformError('invalid_parameters', 'the file holds no FeatureCollection');
  if (phase === 'between' || phase === 'element')
    yield {
      position: `feature ${feature + 1}`,
      content: { kind: 'problem', id: null, reason: 'the file ends in the middle of its features', text: null },
      next: { offset, feature },
      done: offset,
    };
  requireLonLat(membersOf(`{"features":[]${rest}`));
}

/** The members besides the features; none where they cannot be read, which then is no matter of theirs. */
function membersOf(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}

/** The byte order mark of UTF-8, byte by byte. */
const mark = /^\u00ef\u00bb\u00bf/;

/** Looks for the array `features` among the members of the outermost object. */
function createFeaturesSearch() {
  let [depth, isInText, isEscaped, isName, hasColon, isFound] = [0, false, false, false, false, false];
  let name = '';
  let text = '';

  function step(byte: number): void {
    if (isInText) {
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) isInText = false;
      else if (isName && name.length < 16) name += String.fromCharCode(byte);
    } else if (byte === quote) {
      isInText = true;
      isName = depth === 1 && !hasColon;
      if (isName) name = '';
    } else if (byte === colon && depth === 1) hasColon = true;
    else if (byte === comma && depth === 1) hasColon = false;
    else if (byte === openBracket && depth === 1 && hasColon && name === 'features') isFound = true;
    else if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) depth--;
  }

  return {
    isFound: () => isFound,
    /** What it looked at; its beginning where that is long. */
    text: () => text.replace(mark, ''),
    /** How far it looked: up to and with the bracket that opens the array. */
    feed(chunk: Uint8Array, start: number): number {
      let at = start;
      while (at < chunk.length && !isFound) step(chunk[at++]!);
      if (text.length < mostMembersBytes) text += Buffer.from(chunk.subarray(start, at)).toString('latin1');
      return at;
    },
  };
}

/** Gathers one element, up to the comma or bracket after it. */
function createElement() {
  let [depth, isInText, isWhole] = [0, false, false];
  let held: Uint8Array[] = [];
  let heldBytes = 0;

  function hold(part: Uint8Array): void {
    heldBytes += part.length;
    if (heldBytes <= mostItemBytes) held.push(part);
    else held = [];
  }

  /** Where the text ends in this chunk, the quote with it; its length when it goes on. */
  function endOfText(chunk: Uint8Array, start: number): number {
    for (let at = chunk.indexOf(quote, start); at !== -1; at = chunk.indexOf(quote, at + 1))
      if (!isEscapedAt(chunk, at)) return at + 1;
    return chunk.length + 1;
  }

  /** Backslashes before it, in this chunk or at the end of what is held. */
  function isEscapedAt(chunk: Uint8Array, at: number): boolean {
    let count = 0;
    for (let k = at - 1; k >= 0 && chunk[k] === backslash; k--) count++;
    if (count < at) return count % 2 === 1;
    return (count + trailingBackslashes) % 2 === 1;
  }

  let trailingBackslashes = 0;
  function rememberEnd(chunk: Uint8Array): void {
    let count = 0;
    for (let k = chunk.length - 1; k >= 0 && chunk[k] === backslash; k--) count++;
    trailingBackslashes = count === chunk.length ? trailingBackslashes + count : count;
  }

  return {
    isWhole: () => isWhole,
    feed(chunk: Uint8Array, start: number): number {
      let at = start;
      while (at < chunk.length) {
        if (isInText) {
          at = endOfText(chunk, at);
          if (at > chunk.length) break;
          isInText = false;
          continue;
        }
        const byte = chunk[at]!;
        // Below 0 where brackets do not match: the next comma is then the best guess.
        if (depth <= 0 && (byte === comma || byte === closeBracket)) {
          isWhole = true;
          break;
        }
        if (byte === quote) isInText = true;
        else if (byte === openBrace || byte === openBracket) depth++;
        else if (byte === closeBrace || byte === closeBracket) depth--;
        at++;
      }
      const end = Math.min(at, chunk.length);
      hold(chunk.subarray(start, end));
      rememberEnd(chunk);
      return end;
    },
    take(): Content {
      const [length, parts] = [heldBytes, held];
      [depth, isInText, isWhole, held, heldBytes, trailingBackslashes] = [0, false, false, [], 0, 0];
      if (length > mostItemBytes)
        return {
          kind: 'problem',
          id: null,
          reason: `is ${length} bytes long: an item has at most ${mostItemBytes}`,
          text: null,
        };
      return { kind: 'text', bytes: parts.length === 1 ? parts[0]! : Buffer.concat(parts) };
    },
  };
}
