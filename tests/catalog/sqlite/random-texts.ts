import type { Random } from '../../support/seeded-random.ts';

/** Words of several scripts, among them some that differ in case and accents alone. */
const words =
  'river,River,RIVER,lake,Zürich,zurich,sea,Straße,STRASSE,Łódź,été,ete,2020,sentinel-2,a_b,東京,京,タワー,서울,مدينة,И́ван,ไทย,İzmir,x'.split(
    ',',
  );
const odd = ['', ' ', '%', '_', '*', "'", '\\', '|', '\0', '\uD800', '🛰', '\u0301', '--', '  ', '"', 'NEAR', '^', ':'];

/** The first ones far more often. */
const someWord = (random: Random): string => words[Math.floor(words.length * random.next() ** 2)]!;

const text = (random: Random): string =>
  Array.from({ length: random.below(5) }, () => (random.chance(0.1) ? random.pick(odd) : someWord(random))).join(
    random.pick([' ', ' ', '-', ', ']),
  );

/** Members of an item's properties; often there is none, sometimes one that is no text. */
export function randomTexts(random: Random): object {
  if (random.chance(0.2)) return {};
  return {
    title: random.chance(0.05) ? random.pick<unknown>([7, null, ['river'], { a: 'river' }]) : text(random),
    description: random.chance(0.6) ? undefined : text(random),
    keywords: random.chance(0.1)
      ? random.pick<unknown>(['river', null, 7, {}, [[], null, 'lake']])
      : Array.from({ length: random.below(4) }, () => text(random)),
  };
}

function operand(random: Random, depth: number): string {
  const sign = random.chance(0.15) ? random.pick(['+', '-', 'NOT ']) : '';
  if (depth > 0 && random.chance(0.3)) return `${sign}(${expression(random, depth - 1)})`;
  if (random.chance(0.3)) return `${sign}"${someWord(random)} ${someWord(random)}"`;
  return sign + (random.chance(0.1) ? 'absent' : someWord(random));
}

function expression(random: Random, depth: number): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () => operand(random, depth));
  return parts.reduce((all, part) => `${all}${random.pick([' AND ', ' OR ', ', ', ' '])}${part}`);
}

/** What somebody might ask for. */
export const randomQuery = (random: Random): string =>
  random.chance(0.4) ? someWord(random) : expression(random, random.below(3));
