import { markerStart } from '../local-href.ts';

const opening = Buffer.from(markerStart);
const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

/** Of the characters that a key is written in; others would be a text that only looks like a marker. */
const encodedKey = /^[\w\-.!~*'()%]*$/;

/** The pieces of stored bytes with addresses in the place of local hrefs; `home` ends in `/assets/`. Nothing is parsed. */
export const withAssetAddresses = (bytes: Uint8Array, home: () => string): readonly Uint8Array[] =>
  withoutMarkers(bytes, (start, end) => Buffer.from(addressOf(bytes, start, end, home())));

/** The same with the URLs of the files themselves: for nobody but whoever runs the machine. */
export const withAssetFiles = (bytes: Uint8Array): readonly Uint8Array[] =>
  withoutMarkers(bytes, (start, end) => bytes.subarray(partedAt(bytes, start, end) + 1, end));

/** `written` says what stands for a marker, of which key and file lie between the offsets. */
function withoutMarkers(bytes: Uint8Array, written: (start: number, end: number) => Uint8Array): readonly Uint8Array[] {
  let found = indexOf(bytes, 0);
  if (found < 0) return [bytes];
  const pieces: Uint8Array[] = [];
  let copied = 0;
  for (; found >= 0; found = indexOf(bytes, found + opening.length)) {
    // Elsewhere it is the middle of a text, where a quote has a backslash before it.
    if (bytes[found - 1] !== quote || bytes[found - 2] === backslash) continue;
    const end = closingQuote(bytes, found);
    pieces.push(bytes.subarray(copied, found), written(found + opening.length, end));
    copied = end;
  }
  pieces.push(bytes.subarray(copied));
  return pieces;
}

const indexOf = (bytes: Uint8Array, from: number): number => Buffer.prototype.indexOf.call(bytes, opening, from);

/** Where the key ends; the end where nothing follows it. */
function partedAt(bytes: Uint8Array, start: number, end: number): number {
  const parted = bytes.indexOf(colon, start);
  return parted < 0 || parted > end ? end : parted;
}

function addressOf(bytes: Uint8Array, start: number, end: number, home: string): string {
  const key = Buffer.from(bytes.subarray(start, partedAt(bytes, start, end))).toString('latin1');
  return encodedKey.test(key) ? home + key : home;
}

/** Of the text that `from` lies in; a backslash takes the next byte with it. */
function closingQuote(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
