import { type Instant, canonicalTimestamp } from '../instant.ts';

/** A run of one letter that stands for a part of a time, or a text that stands for itself. */
type Piece = { readonly letter: string; readonly length: number } | { readonly text: string };

const pieceShape = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/gy;

/** Null when the pattern has a letter that is none of `yMdHmsSX`, or a quote without its other. */
function piecesOf(pattern: string): readonly Piece[] | null {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of pattern.matchAll(pieceShape)) {
    const [whole, quoted, letter] = match;
    end = match.index + whole.length;
    if (quoted !== undefined) pieces.push({ text: quoted === '' ? "'" : quoted.replaceAll("''", "'") });
    else if (letter === undefined) pieces.push({ text: whole });
    else if (!'yMdHmsSXZ'.includes(letter)) return null;
    else pieces.push({ letter, length: whole.length });
  }
  return end === pattern.length ? pieces : null;
}

export const isTimePattern = (pattern: string): boolean => piecesOf(pattern) !== null;

export function formatInstant(pattern: string, { ms }: Instant): string | null {
  const pieces = piecesOf(pattern);
  if (pieces === null || !(Math.abs(ms) < 8.64e15)) return null;
  const date = new Date(ms);
  return pieces.map((piece) => ('text' in piece ? piece.text : partOf(date, piece.letter, piece.length))).join('');
}

function partOf(date: Date, letter: string, length: number): string {
  if (letter === 'X' || letter === 'Z') return letter === 'X' ? 'Z' : '+0000';
  const value = numberOf(date, letter);
  if (letter === 'y' && length === 2) return String(value % 100).padStart(2, '0');
  return String(value).padStart(length, '0');
}

function numberOf(date: Date, letter: string): number {
  if (letter === 'y') return date.getUTCFullYear();
  if (letter === 'M') return date.getUTCMonth() + 1;
  if (letter === 'd') return date.getUTCDate();
  if (letter === 'H') return date.getUTCHours();
  if (letter === 'm') return date.getUTCMinutes();
  return letter === 's' ? date.getUTCSeconds() : date.getUTCMilliseconds();
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** A text that follows the pattern, as a `timestamp` of the tree; null when it does not, or is no real time. */
export function parseByPattern(pattern: string, text: string): string | null {
  const pieces = piecesOf(pattern);
  if (pieces === null || text.length > 100) return null;
  const parts = pieces.map((piece) => {
    if ('text' in piece) return escaped(piece.text);
    if (piece.letter === 'X' || piece.letter === 'Z') return '(Z|[+-]\\d{2}:?\\d{2})';
    return piece.letter === 'y' ? '(\\d{4})' : `(\\d{1,${Math.max(2, piece.length)}})`;
  });
  const match = new RegExp(`^${parts.join('')}$`).exec(text);
  if (match === null) return null;
  const read: Record<string, string> = {};
  pieces.filter((piece) => 'letter' in piece).forEach(({ letter }, i) => void (read[letter] = match[i + 1]!));
  const two = (letter: string, missing: string): string => (read[letter] ?? missing).padStart(2, '0');
  const fraction = read['S'] === undefined ? '' : `.${read['S'].padStart(3, '0')}`;
  const day = `${read['y'] ?? '1970'}-${two('M', '01')}-${two('d', '01')}`;
  const zone = read['X'] ?? read['Z'] ?? 'Z';
  return canonicalTimestamp(`${day}T${two('H', '00')}:${two('m', '00')}:${two('s', '00')}${fraction}${zone}`);
}
