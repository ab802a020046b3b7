import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClientService, archive, startArchive } from './support-client-archive.ts';
import { idsOf, newestFirst, searches, ways } from './support-client-searches.ts';
import { pythonWithClients, runScript } from './support-python.ts';
import { hasStacFiles } from './support-stac-files.ts';
import { type ValidatorReport, isKnownWarning, validatorPlan } from './support-validator-plan.ts';
import { looseItem } from './writes-fixture.ts';

const python = pythonWithClients();

let swath: ClientService;
beforeAll(async () => {
  if (python !== null) swath = await startArchive();
});
afterAll(() => swath?.stop());

type Ask = {
  readonly ask: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly credential?: 'header' | 'bearer' | 'parameter' | 'request_modifier' | 'none';
};
type Told = {
  readonly value?: unknown;
  readonly status?: number;
  readonly error?: string;
  readonly warnings: readonly string[];
};

/** Counts that would cost more than the page are left out, and the client says so. */
const noCount = 'numberMatched or context.matched not in response';
type Found = { readonly pages: readonly string[][]; readonly matched: number | null };

const classes = ['CORE', 'COLLECTIONS', 'FEATURES', 'ITEM_SEARCH', 'FIELDS', 'SORT', 'QUERY', 'FILTER', 'TRANSACTION'];
const bothWays = (name: string, args: object): Readonly<Record<string, Ask>> => ({
  [`${name}, GET`]: { ask: 'search', args: { ...args, method: 'GET' } },
  [`${name}, POST`]: { ask: 'search', args: { ...args, method: 'POST' } },
});

/** Everything that is asked, in one process: starting Python costs more than asking. */
const asks: Readonly<Record<string, Ask>> = {
  conformance: { ask: 'conformance', args: { names: classes } },
  landing: { ask: 'landing' },
  'landing of a stranger': { ask: 'landing', credential: 'none' },
  collections: { ask: 'collections' },
  'collections by bearer': { ask: 'collections', credential: 'bearer' },
  'collections by parameter': { ask: 'collections', credential: 'parameter' },
  'collections by modifier': { ask: 'collections', credential: 'request_modifier' },
  'collections of a stranger': { ask: 'collections', credential: 'none' },
  collection: { ask: 'collection', args: { id: 'beta' } },
  'no collection': { ask: 'collection', args: { id: 'nowhere' } },
  'merged queryables': { ask: 'merged_queryables', args: { collections: ['alpha', 'beta'] } },
  validate: { ask: 'validate' },
  get_items: { ask: 'get_items', args: { ids: ['alpha-001', 'beta-002'] } },
  'collection search': { ask: 'collection_search', args: { bbox: [-60, 0, -50, 10] } },
  'collections by text': { ask: 'collection_search', args: { q: 'beta' } },
  'collections elsewhere': { ask: 'collection_search', args: { bbox: [-180, 60, -170, 70] } },
  'collections by twos': { ask: 'collection_search', args: { limit: 2 } },
  objects: { ask: 'items', args: { ids: ['alpha-001'] } },
  max_items: { ask: 'items', args: { max_items: 25, limit: 10 } },
  'a bad filter': { ask: 'search', args: { filter: 'eo:cloud_cover <', method: 'GET' } },
  fields: { ask: 'as_dicts', args: { ids: ['alpha-001'], fields: ['id', 'properties.platform'] } },
  'fields without': { ask: 'as_dicts', args: { ids: ['alpha-001'], fields: { exclude: ['assets'] } } },
  ...bothWays('pages', { limit: 17 }),
  ...bothWays('pages of the middle', { limit: 7, datetime: '2024-01-20/2024-02-20', filter: "grade <> 'B'" }),
  ...bothWays('sorted', { collections: ['beta'], sortby: ['+properties.platform', '-id'], limit: 15 }),
  ...bothWays('sorted backwards', { collections: ['beta'], sortby: '-properties.datetime', limit: 100 }),
  'text in a body': {
    ask: 'search',
    args: { filter: "grade = 'A'", filter_lang: 'cql2-text', method: 'POST', limit: 1_000 },
  },
  'JSON in a URL': {
    ask: 'search',
    args: {
      filter: { op: '=', args: [{ property: 'grade' }, 'A'] },
      filter_lang: 'cql2-json',
      method: 'GET',
      limit: 1_000,
    },
  },
  'pages by parameter': { ask: 'search', args: { limit: 50, method: 'GET' }, credential: 'parameter' },
  ...Object.fromEntries(
    ways.map(({ method, name }) => [
      `${name} by ${method}`,
      { ask: 'search', args: { ...searches[name]![0], method, limit: 1_000 } },
    ]),
  ),
};

describe.skipIf(python === null)('pystac-client', () => {
  let told: Readonly<Record<string, Told>>;
  beforeAll(async () => {
    const list = Object.entries(asks).map(([name, ask]) => ({ name, ...ask }));
    const { url, key, token } = swath;
    told = await runScript(python!, 'support-pystac-client.py', { url, key, token, asks: list });
  });

  const value = (name: string): unknown => {
    const { value: answer, error, warnings } = told[name]!;
    expect([name, error, warnings.filter((warning) => warning !== noCount)]).toEqual([name, undefined, []]);
    return answer;
  };
  const found = (name: string) => value(name) as Found;
  const sortedValue = (name: string) => [...(value(name) as string[])].sort();

  test('sees every class that it knows and that is claimed', () => {
    expect(value('conformance')).toEqual(Object.fromEntries(classes.map((name) => [name, true])));
  });

  test('opens the landing page with and without a credential', () => {
    expect(value('landing')).toEqual({ id: 'swath', title: 'Swath', children: 3 });
    expect(value('landing of a stranger')).toMatchObject({ children: 0 });
  });

  test.each(['collections', 'collections by bearer', 'collections by parameter', 'collections by modifier'])(
    'lists the collections: %s',
    (name) => expect([...(value(name) as string[])].sort()).toEqual(['alpha', 'beta', 'scratch']),
  );

  test('a stranger is refused by 401', () => {
    expect(told['collections of a stranger']).toMatchObject({ error: expect.stringContaining('Unauthorized') });
  });

  test('reads a collection, its items over several pages, one item, no item, its queryables', () => {
    expect(value('collection')).toMatchObject({
      id: 'beta',
      title: 'Archive beta',
      items: 40,
      item: 'beta-039',
      nothing: null,
      queryables: expect.arrayContaining(['collection', 'datetime', 'eo:cloud_cover', 'geometry', 'id', 'platform']),
    });
    expect(value('no collection')).toBeNull();
    expect(value('merged queryables')).toEqual(expect.arrayContaining(['platform', 'gsd', 'grade']));
  });

  test('finds the landing page and the collections valid, by its own schemas', () => {
    expect(value('validate')).toEqual([1, 1, 1, 1]);
  });

  test('gets items by id, as objects, and no more than it asked for', () => {
    expect(value('get_items')).toEqual(expect.arrayContaining(['alpha-001', 'beta-002']));
    const one = archive.find(({ id }) => id === 'alpha-001')!;
    expect(value('objects')).toEqual([
      {
        id: one.id,
        collection: 'alpha',
        bbox: one.bbox,
        datetime: '2024-01-02T00:00:00+00:00',
        assets: ['image'],
        self: `${swath.service.config.baseUrl}/collections/alpha/items/alpha-001`,
      },
    ]);
    expect(value('max_items')).toHaveLength(25);
  });

  test('a search of collections, by area, by text and by pages', () => {
    expect(sortedValue('collection search')).toEqual(['alpha', 'beta', 'scratch']);
    expect(sortedValue('collections by text')).toEqual(['beta']);
    expect(sortedValue('collections elsewhere')).toEqual([]);
    expect(sortedValue('collections by twos')).toEqual(['alpha', 'beta', 'scratch']);
  });

  test.each(ways)('$method: $name', ({ method, name }) => {
    const { pages, matched } = found(`${name} by ${method}`);
    const expected = idsOf(searches[name]![1]);
    expect(expected.length > 0).toBe(name !== 'nothing');
    expect(pages.flat().sort()).toEqual(expected.sort());
    expect([expected.length, null]).toContain(matched);
  });

  test('matched() counts what the store has at hand', () => {
    expect(found('everything by GET').matched).toBe(archive.length);
    expect(found('collections by POST').matched).toBe(40);
    expect(found('nothing by GET').matched).toBe(0);
  });

  test.each(['text in a body', 'JSON in a URL'])('filter: %s', (name) => {
    const expected = idsOf(({ properties }) => properties['grade'] === 'A');
    expect(found(name).pages.flat().sort()).toEqual(expected.sort());
  });

  test('pages with the key in the URL: it is carried by the client, not by the links', () => {
    expect(found('pages by parameter').pages.map(({ length }) => length)).toEqual([50, 50, 20]);
  });

  test.each(['GET', 'POST'])('%s: pages follow one another in order, none twice', (method) => {
    const all = found(`pages, ${method}`);
    expect(all.pages.map(({ length }) => length)).toEqual([17, 17, 17, 17, 17, 17, 17, 1]);
    expect(all.pages.flat()).toEqual([...archive].sort(newestFirst).map(({ id }) => id));
    const middle = found(`pages of the middle, ${method}`);
    expect(middle.pages.length).toBeGreaterThan(3);
    const expected = idsOf(
      ({ properties: { datetime, grade } }) => datetime >= '2024-01-20' && datetime < '2024-02-21' && grade !== 'B',
    );
    expect(middle.pages.flat().sort()).toEqual(expected.sort());
  });

  test.each(['GET', 'POST'])('%s: sorted by two fields, and by time', (method) => {
    const beta = archive.filter(({ collection }) => collection === 'beta');
    const byPlatform = [...beta].sort(
      (a, b) =>
        String(a.properties['platform']).localeCompare(String(b.properties['platform'])) || (a.id > b.id ? -1 : 1),
    );
    expect(found(`sorted, ${method}`).pages.flat()).toEqual(byPlatform.map(({ id }) => id));
    expect(found(`sorted backwards, ${method}`).pages.flat()).toEqual([...beta].sort(newestFirst).map(({ id }) => id));
  });

  test('fields: with and without', () => {
    const [slim] = value('fields') as Record<string, object>[];
    expect(slim).toMatchObject({ id: 'alpha-001', properties: { platform: 'sat-1' } });
    expect(slim).not.toHaveProperty('geometry');
    const [bulky] = value('fields without') as Record<string, object>[];
    expect(bulky).not.toHaveProperty('assets');
    expect(bulky).toHaveProperty('geometry');
  });

  test('a bad filter comes to the caller as 400 with the place of the mistake', () => {
    expect(told['a bad filter']).toMatchObject({ status: 400, error: expect.stringMatching(/Bad Request: .*filter/) });
  });
});

describe.skipIf(python === null || !hasStacFiles)('stac-api-validator', () => {
  let [report, refused]: readonly ValidatorReport[] = [];
  // Both in one process: starting it costs more than the second.
  beforeAll(async () => {
    // It deletes this item first, and takes 204 alone for an answer.
    const left = looseItem('S2A_47XNF_20230423_0_L2A');
    await swath.send('POST', '/collections/scratch/items', { json: left });
    const plan = validatorPlan(swath);
    const stranger = { ...plan, headers: { 'vendor-api-key': 'wrong' }, classes: ['collections'] };
    [report, refused] = await runScript<readonly ValidatorReport[]>(python!, 'support-stac-api-validator.py', [
      plan,
      stranger,
    ]);
  }, 180_000);

  test('finds no error in any class that it can check', () => {
    expect(report!.errors).toEqual([]);
    expect(report!.schemas_missing).toEqual([]);
    expect(report!.schemas_read.length).toBeGreaterThan(5);
    expect(report!.warnings.filter((warning) => !isKnownWarning(warning))).toEqual([]);
  });

  test('finds the errors of a service that is asked for what it has not, so that its yes means something', () => {
    expect(refused!.errors.join()).toContain('unexpected status code 401');
  });
});

const valid = (count: number) => ({ valid: Array.from({ length: count }, () => true), errors: [] });

describe.skipIf(python === null || !hasStacFiles)('stac-validator', () => {
  type Verdict = { readonly valid: readonly boolean[]; readonly errors: readonly string[] };

  test('finds the landing page, the collections, items page by page and one item valid', async () => {
    const plan = validatorPlan(swath);
    const told = await runScript<Record<string, Verdict>>(python!, 'support-stac-validator.py', plan);
    const { 'no document': refused, ...documents } = told;
    expect(documents).toEqual({ landing: valid(1), collections: valid(3), items: valid(40), item: valid(1) });
    // So that its yes means something.
    expect(refused!.valid).toEqual([false]);
  });
});
