const ring = (count: number): readonly (readonly [number, number])[] => {
  const round = Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    // Few digits, so that many vertices fit into a body.
    return [Math.round(Math.cos(angle) * 4e4) / 1e3, Math.round(Math.sin(angle) * 4e4) / 1e3] as const;
  });
  return [...round, round[0]!];
};

const polygon = (count: number) => ({ type: 'Polygon', coordinates: [ring(count)] });
const star = (count: number) => {
  const round = ring(count).slice(0, -1);
  const crossed = round.map((_, i) => round[(i * 7) % round.length]!);
  return { type: 'Polygon', coordinates: [[...crossed, crossed[0]!]] };
};
/** As bytes: what writes JSON would run out of stack. */
const negated = (depth: number) =>
  Buffer.from(`{"filter":${'{"op":"not","args":['.repeat(depth)}${JSON.stringify(isA)}${']}'.repeat(depth)}}`);
const isA = { op: '=', args: [{ property: 'grade' }, 'A'] };
const texts = (count: number) => Array.from({ length: count }, (_, i) => `value-${i}`);

/** Searches that are large where a search can be large; each is a body, as bytes where JSON cannot say it. */
export const giants: Readonly<Record<string, unknown>> = {
  'a polygon of 9,000 vertices': { intersects: polygon(9_000) },
  'a polygon of 50,000 vertices': { intersects: polygon(50_000) },
  'a million vertices': { intersects: polygon(1_000_000) },
  'a ring that crosses itself 1,000 times': { intersects: star(997) },
  'a filter with 20,000 vertices': {
    filter: { op: 's_within', args: [{ property: 'geometry' }, polygon(20_000)] },
  },
  'a filter that is 100 deep': negated(100),
  'a filter that is 5,000 deep': negated(5_000),
  'a text that is 5,000 deep': { filter: `${'NOT ('.repeat(5_000)}grade = 'A'${')'.repeat(5_000)}`, 'filter-lang': 'cql2-text' },
  'signs without end': { filter: `gsd = ${'-'.repeat(100_000)}1`, 'filter-lang': 'cql2-text' },
  'brackets without end': Buffer.from(`{"filter":${'['.repeat(200_000)}`),
  'objects without end': Buffer.from('{"a":'.repeat(100_000)),
  'IN of 50,000 values': { filter: { op: 'in', args: [{ property: 'platform' }, texts(50_000)] } },
  'IN of 900 values': { filter: { op: 'in', args: [{ property: 'platform' }, texts(900)] } },
  'OR of 3,000 conditions': { filter: { op: 'or', args: texts(3_000).map((text) => ({ op: '=', args: [{ property: text }, text] })) } },
  'LIKE with 1,000 wildcards': { filter: `platform LIKE '${'%a_'.repeat(1_000)}'`, 'filter-lang': 'cql2-text' },
  'LIKE with a pattern of 400,000': { filter: `platform LIKE '${'%sat'.repeat(100_000)}'`, 'filter-lang': 'cql2-text' },
  'a sum of 20,000 terms': { filter: `gsd = ${'1+'.repeat(20_000)}1`, 'filter-lang': 'cql2-text' },
  'powers of powers': { filter: `gsd > ${'9^'.repeat(50)}9`, 'filter-lang': 'cql2-text' },
  '50,000 ids': { ids: texts(50_000) },
  '9,000 ids': { ids: texts(9_000) },
  '50,000 collections': { collections: texts(50_000) },
  'sorted by 5,000 fields': { sortby: texts(5_000).map((field) => ({ field, direction: 'asc' })) },
  '20,000 fields': { limit: 10_000, fields: { include: texts(20_000), exclude: texts(20_000) } },
  '900 fields of every item': { limit: 10_000, fields: { include: texts(450), exclude: texts(900).slice(450) } },
  'a field of 400,000 steps': { fields: { include: ['a.'.repeat(400_000)] } },
  'a query of 10,000 properties': { query: Object.fromEntries(texts(10_000).map((text) => [text, { eq: 1 }])) },
  'a property name of 500,000': { filter: { op: '=', args: [{ property: 'p'.repeat(500_000) }, 1] } },
  'a token of 500,000': { token: 'A'.repeat(500_000) },
  'a limit beyond numbers': Buffer.from('{"limit":1e400}'),
  'a page beyond numbers': { page: Number.MAX_SAFE_INTEGER },
  'coordinates beyond numbers': Buffer.from('{"bbox":[-1e400,-90,1e400,90]}'),
  'a body of 2 MB': { extra: 'x'.repeat(2_000_000) },
  'bytes that are no text': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'a member twice': Buffer.from('{"limit":1,"limit":-1}'),
  'a prototype': Buffer.from('{"__proto__":{"limit":-1},"constructor":{"prototype":{"limit":-1}}}'),
}; // prettier-ignore
