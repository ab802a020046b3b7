import { expect, test } from 'vitest';
import { onEveryCatalog } from './catalogs.ts';
import { fill, find, makeItem } from './fixtures.ts';

const items = [
  makeItem('clear', { properties: { 'eo:cloud_cover': 5, platform: 'one' } }),
  makeItem('cloudy', { properties: { 'eo:cloud_cover': 90, platform: 'two' } }),
  makeItem('absent', { properties: { platform: 'one' } }),
  makeItem('null', { properties: { 'eo:cloud_cover': null } }),
  makeItem('text', { properties: { 'eo:cloud_cover': '5' } }),
];

onEveryCatalog((fresh) => {
  test.each([
    ['eo:cloud_cover < 10', ['clear']],
    ['NOT eo:cloud_cover < 10', ['cloudy']],
    ['eo:cloud_cover <> 5', ['cloudy']],
    ['eo:cloud_cover IS NULL', ['absent', 'null']],
    ['NOT eo:cloud_cover IS NULL', ['clear', 'cloudy', 'text']],
    ['eo:cloud_cover NOT IN (90)', ['clear']],
    ["eo:cloud_cover < 10 OR platform = 'one'", ['absent', 'clear']],
    ["NOT (eo:cloud_cover < 10 AND platform = 'one')", ['cloudy']],
    ["eo:cloud_cover = '5'", ['text']],
    ["collection = 'a' AND id LIKE 'c%'", ['clear', 'cloudy']],
    ['S_INTERSECTS(geometry, POINT(10.5 10.5)) AND eo:cloud_cover > 50', ['cloudy']],
    ["T_DURING(datetime, INTERVAL('2020-06-15T11:00:00Z', '..')) AND platform = 'two'", ['cloudy']],
    ['S_INTERSECTS(envelope(geometry), BBOX(11, 11, 12, 12)) AND eo:cloud_cover > 50', ['cloudy']],
    ['NOT S_INTERSECTS(envelope(geometry), BBOX(11.5, 11, 12, 12)) AND eo:cloud_cover > 50', ['cloudy']],
    ['distance(geometry, POINT(11.5 10.5)) <= 60000 AND eo:cloud_cover > 50', ['cloudy']],
    ['distance(geometry, POINT(11.5 10.5)) <= 50000', []],
    ["relate(geometry, POINT(10.5 10.5), 'T*****FF*') AND eo:cloud_cover > 50", ['cloudy']],
    ["startswith(platform, 't') AND dateformat('yyyy', datetime) = '2020'", ['cloudy']],
  ])('%s', async (filter, ids) => {
    const catalog = await fresh();
    await fill(catalog, items);
    expect((await find(catalog, { filter })).toSorted()).toEqual(ids);
  });

  test('a list of many names has none in which two of them are joined by a control character', async () => {
    const catalog = await fresh();
    await fill(catalog, items);
    const others = Array.from({ length: 20 }, (_, i) => `'other ${i}'`).join(', ');
    const listed = `(${others}, 'clear\u001fcloudy')`;
    expect(await find(catalog, { filter: `id IN ${listed}` })).toEqual([]);
    expect(await find(catalog, { filter: `id NOT IN ${listed} AND id LIKE 'c%'` })).toHaveLength(2);
    expect(await find(catalog, { filter: `collection IN (${others}, 'a\u001fb')` })).toEqual([]);
  });

  test.each([
    [{ n: { lt: '10' } }, ['text 1', 'two']],
    [{ n: { gte: '9' } }, ['text 9', 'ten']],
    [{ n: { eq: '10' } }, ['ten']],
    [{ n: { neq: '10' } }, ['text 1', 'text 9', 'two']],
    [{ n: { eq: '2.0' } }, ['two']],
    [{ n: { lt: ' 10' } }, []],
    [{ flag: { eq: 'true' } }, ['two']],
    [{ flag: { neq: 'true' } }, ['ten']],
  ])('query %j means the number or truth that a text tells, too', async (query, ids) => {
    const catalog = await fresh();
    await fill(catalog, [
      makeItem('two', { properties: { n: 2, flag: true } }),
      makeItem('ten', { properties: { n: 10, flag: false } }),
      makeItem('text 1', { properties: { n: '1' } }),
      makeItem('text 9', { properties: { n: '9' } }),
      makeItem('none'),
    ]);
    expect((await find(catalog, { query })).toSorted()).toEqual(ids.toSorted());
  });

  test('every condition must hold', async () => {
    const catalog = await fresh();
    await fill(catalog, [...items, makeItem('clear', { collection: 'b', properties: { 'eo:cloud_cover': 1 } })]);
    expect(await find(catalog, { ids: ['clear', 'cloudy'], collections: ['b'] })).toEqual(['clear']);
    expect(await find(catalog, { ids: ['clear'], query: { platform: { eq: 'two' } } })).toEqual([]);
    const body = { query: { platform: { eq: 'one' } }, filter: 'eo:cloud_cover >= 0', bbox: [0, 0, 20, 20] };
    expect(await find(catalog, body)).toEqual(['clear']);
    expect(await find(catalog, { ...body, bbox: [0, 0, 1, 1] })).toEqual([]);
    expect(await find(catalog, { collections: ['unknown'] })).toEqual([]);
  });
});
