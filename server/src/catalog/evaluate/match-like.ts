/** Tells whether a text matches; made once for each pattern. */
export type Matcher = (text: string) => boolean;

type Step = { readonly kind: 'one'; readonly code: number } | { readonly kind: 'any' } | { readonly kind: 'many' };

const escape = 0x5c;
const percent = 0x25;
const underscore = 0x5f;

/** `%` is any text, `_` one character, `\` takes the next character literally. */
export function likeMatcher(pattern: string): Matcher {
  const steps = stepsOf(pattern);
  const firstWild = steps.findIndex(({ kind }) => kind !== 'one');
  if (firstWild < 0) {
    const whole = literalText(steps);
    return (text) => text === whole;
  }
  if (firstWild === steps.length - 1 && steps[firstWild]!.kind === 'many') {
    const prefix = literalText(steps.slice(0, firstWild));
    return (text) => text.startsWith(prefix);
  }
  return bitParallel(steps);
}

/** The text itself as a pattern. */
export const verbatim = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

function stepsOf(pattern: string): readonly Step[] {
  const codes = [...pattern].map((character) => character.codePointAt(0)!);
  const steps: Step[] = [];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!;
    if (code === escape && i + 1 < codes.length) steps.push({ kind: 'one', code: codes[++i]! });
    else if (code === percent) {
      if (steps.at(-1)?.kind !== 'many') steps.push({ kind: 'many' });
    } else steps.push(code === underscore ? { kind: 'any' } : { kind: 'one', code });
  }
  return steps;
}

const literalText = (steps: readonly Step[]): string =>
  steps.map((step) => (step.kind === 'one' ? String.fromCodePoint(step.code) : '')).join('');

/**
 * All places of the pattern at which the text read so far can stand, as bits: no going back, so the time is the
 * text's length times the pattern's words of 32 bits, whatever they say.
 */
function bitParallel(steps: readonly Step[]): Matcher {
  const places: ({ readonly code: number | null } & { loops: boolean })[] = [];
  let startLoops = false;
  for (const step of steps) {
    if (step.kind !== 'many') places.push({ code: step.kind === 'one' ? step.code : null, loops: false });
    else if (places.length === 0) startLoops = true;
    else places.at(-1)!.loops = true;
  }
  const words = Math.ceil((places.length + 1) / 32);
  const loops = bits(
    words,
    [...places.keys()].filter((i) => places[i]!.loops).map((i) => i + 1),
  );
  if (startLoops) loops[0]! |= 1;
  const anywhere = bits(
    words,
    [...places.keys()].filter((i) => places[i]!.code === null).map((i) => i + 1),
  );
  const accepts = acceptTable(places, words, anywhere);
  const last = places.length;
  return (text) => run(text, words, loops, anywhere, accepts, last);
}

function acceptTable(
  places: readonly { readonly code: number | null }[],
  words: number,
  anywhere: Int32Array,
): ReadonlyMap<number, Int32Array> {
  const table = new Map<number, Int32Array>();
  places.forEach(({ code }, i) => {
    if (code === null) return;
    const mask = table.get(code) ?? anywhere.slice(0, words);
    mask[(i + 1) >> 5]! |= 1 << ((i + 1) & 31);
    table.set(code, mask);
  });
  return table;
}

function bits(words: number, set: readonly number[]): Int32Array {
  const mask = new Int32Array(words);
  for (const i of set) mask[i >> 5]! |= 1 << (i & 31);
  return mask;
}

function run(
  text: string,
  words: number,
  loops: Int32Array,
  anywhere: Int32Array,
  accepts: ReadonlyMap<number, Int32Array>,
  last: number,
): boolean {
  const state = new Int32Array(words);
  state[0] = 1;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!;
    if (code > 0xffff) i++;
    const mask = accepts.get(code) ?? anywhere;
    let carry = 0;
    for (let w = 0; w < words; w++) {
      const before = state[w]!;
      state[w] = (((before << 1) | carry) & mask[w]!) | (before & loops[w]!);
      carry = before >>> 31;
    }
  }
  return ((state[last >> 5]! >>> (last & 31)) & 1) === 1;
}
