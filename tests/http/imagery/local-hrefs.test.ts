import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PictureArchive, quarters, startPictureArchive, tiff } from './picture-archive.ts';

let archive: PictureArchive;
type Document = Record<string, unknown> & { assets: Record<string, { href: string; title?: string }> };

beforeAll(async () => {
  archive = await startPictureArchive();
  archive.file('a.tif', quarters.bytes());
  archive.file('b.tif', quarters.bytes());
});
afterAll(() => archive.stop());

const at = (id: string) => `/collections/scenes/items/${encodeURIComponent(id)}`;
const read = async (id: string) => (await archive.send('GET', at(id))).json<Document>();
const storedHref = async (id: string, key: string) => {
  const assets = (await archive.stored('scenes', id))!.json['assets'] as Record<string, { href: string }>;
  return assets[key]!.href;
};
const fileUrl = (name: string) => `file://${archive.folder}/${name}`;
/** Hrefs are built from the public URL, which names the machine as it calls itself. */
const address = (id: string, key: string) =>
  `${archive.service.config.baseUrl}${at(id)}/assets/${encodeURIComponent(key)}`;

describe('a local href', () => {
  test('is an address of the service on every way out, for file: and for a path', async () => {
    await archive.item('plain', {
      assets: { visual: tiff(fileUrl('a.tif')), 'odd key/"ü': tiff(`${archive.folder}/b.tif`) },
    });
    const answers = [
      await archive.send('GET', at('plain')),
      await archive.send('GET', '/search?ids=plain'),
      await archive.send('GET', '/search?ids=plain&fields=assets'),
      await archive.send('GET', '/search?ids=plain&fields=assets.visual.href'),
      await archive.send('POST', '/search', { json: { ids: ['plain'] } }),
      await archive.send('GET', '/collections/scenes/items?ids=plain'),
      await archive.send('GET', '/collections/scenes/browse'),
      await archive.send('PATCH', at('plain'), { json: { properties: { note: 'x' } } }),
    ];
    for (const { status, text } of answers) {
      expect([status, text.includes(archive.folder), text.includes('swath-local')]).toEqual([200, false, false]);
      expect(() => JSON.parse(text) as unknown).not.toThrow();
    }
    const { assets } = answers[0]!.json<Document>();
    expect(assets['visual']!.href).toBe(address('plain', 'visual'));
    expect(assets['odd key/"ü']!.href).toBe(address('plain', 'odd key/"ü'));
    const file = await fetch(assets['odd key/"ü']!.href, { headers: { authorization: `Bearer ${archive.token}` } });
    expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, quarters.bytes().length]);
    expect(await storedHref('plain', 'visual')).toBe(`~swath-local:visual:${fileUrl('a.tif')}`);
  });

  test('the answers of POST and PUT show the address too, and a bulk report no href at all', async () => {
    const json = { ...(await read('plain')), id: 'echo', assets: { visual: tiff(fileUrl('a.tif')) } };
    const created = await archive.send('POST', '/collections/scenes/items', { json });
    expect([created.status, created.json<Document>().assets['visual']!.href]).toEqual([201, address('echo', 'visual')]);
    const replaced = await archive.send('PUT', at('echo'), { json });
    expect([replaced.status, replaced.json<Document>().assets['visual']!.href]).toEqual([
      200,
      address('echo', 'visual'),
    ]);
    const bulk = await archive.send('POST', '/collections/scenes/items', {
      json: { type: 'FeatureCollection', features: [{ ...json, id: 'bulk' }] },
    });
    expect([bulk.status, bulk.text.includes(archive.folder)]).toEqual([201, false]);
    expect(await storedHref('bulk', 'visual')).toContain('~swath-local:visual:file:');
  });

  test('a document that was read can be PUT back: the location stays, also under another key', async () => {
    const document = await read('plain');
    const { assets } = document;
    const moved = { ...document, assets: { picture: { ...assets['visual'], title: 'moved' } } };
    const answer = await archive.send('PUT', at('plain'), { json: moved });
    expect([answer.status, answer.json<Document>().assets['picture']!.href]).toEqual([
      200,
      address('plain', 'picture'),
    ]);
    expect(await storedHref('plain', 'picture')).toBe(`~swath-local:picture:${fileUrl('a.tif')}`);
    const again = await archive.send('PUT', at('plain'), { json: await read('plain') });
    expect(again.headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  test('PATCH works on the document as it is read: test, copy and merge', async () => {
    const patch = (json: unknown, type: string) =>
      archive.send('PATCH', at('plain'), { raw: JSON.stringify(json), headers: { 'content-type': type } });
    const tested = await patch(
      [
        { op: 'test', path: '/assets/picture/href', value: address('plain', 'picture') },
        { op: 'copy', from: '/assets/picture', path: '/assets/twin' },
        { op: 'copy', from: '/assets/picture/href', path: '/properties/where' },
      ],
      'application/json-patch+json',
    );
    expect([tested.status, tested.text.includes(archive.folder)]).toEqual([200, false]);
    expect(await storedHref('plain', 'twin')).toBe(`~swath-local:twin:${fileUrl('a.tif')}`);
    const merged = await patch({ assets: { twin: { title: 'T' } } }, 'application/merge-patch+json');
    expect([merged.status, merged.json<Document>().assets['twin']]).toMatchObject([
      200,
      { title: 'T', href: address('plain', 'twin') },
    ]);
    expect(await storedHref('plain', 'twin')).toBe(`~swath-local:twin:${fileUrl('a.tif')}`);
    const probe = await patch(
      [{ op: 'test', path: '/assets/twin/href', value: `~swath-local:twin:${fileUrl('a.tif')}` }],
      'application/json-patch+json',
    );
    expect(probe.status).toBe(409);
  });

  test('400 for an own address that stands for nothing, and for a URL that is no file of this machine', async () => {
    const document = await read('plain');
    const withHref = (href: string) => ({ ...document, assets: { x: { href } } });
    for (const [href, rule] of [
      [address('plain', 'none'), 'that it does not know'],
      [address('plain', '%'), 'that it does not know'],
      [`${address('plain', '')}%zz`, 'that it does not know'],
      ['file://elsewhere/x.tif', 'is not the URL of a file on this machine'],
      ['file:///a%2Fb.tif', 'is not the URL of a file on this machine'],
      ['~swath-local:nothing', "must not begin with '~swath-local:'"],
    ] as const) {
      const answer = await archive.send('PUT', at('plain'), { json: withHref(href) });
      expect([answer.status, answer.json<{ message: string }>().message]).toEqual([
        400,
        `Bad Request: 'assets.x.href' ${rule.startsWith('is') || rule.startsWith('must') ? rule : `is an address of this service for a file ${rule}`}`,
      ]);
    }
  });

  test('a marker that is handed in says no more than the file URL in it', async () => {
    await archive.item('handed', { assets: { visual: tiff(`~swath-local:other:${fileUrl('a.tif')}`) } });
    expect(await storedHref('handed', 'visual')).toBe(`~swath-local:visual:${fileUrl('a.tif')}`);
  });

  test('other hrefs stay as they are', async () => {
    const hrefs = [
      'https://example.org/a.tif',
      's3://bucket/key.tif',
      './beside.tif',
      'http://example.org/~user/x',
      '',
    ];
    await archive.item('foreign', { assets: Object.fromEntries(hrefs.map((href, index) => [`a${index}`, { href }])) });
    expect(Object.values((await read('foreign')).assets).map(({ href }) => href)).toEqual(hrefs);
  });
});

describe('a text that looks like a marker', () => {
  const hostile = [
    '~swath-local:',
    '~swath-local:a',
    '~swath-local:a:',
    '~swath-local:a:b"c',
    '~swath-local:"},"leak":{"x":"',
    '~swath-local:\\',
    '~swath-local:\\":',
    '~swath-local:\u2028ü:file:///etc/passwd',
    'in a text "~swath-local:a:b" with quotes',
    '\\"~swath-local:a:b',
    '\\~swath-local:a:b',
    '"~swath-local:a:b',
    '~~swath-local:a:b',
  ];

  test('breaks no document and adds no member, wherever it stands', async () => {
    const properties = {
      texts: hostile,
      nested: Object.fromEntries(hostile.map((text, index) => [`k${index}`, { [text]: text }])),
      datetime: '2026-05-01T10:00:00Z',
    };
    await archive.item('hostile', { properties, assets: { visual: { ...tiff(fileUrl('a.tif')), title: hostile[4] } } });
    const texts = [
      (await archive.send('GET', at('hostile'))).text,
      (await archive.send('GET', '/search?ids=hostile&fields=properties,assets')).text,
    ];
    for (const text of texts) {
      expect(text).not.toContain(archive.folder);
      const parsed = JSON.parse(text) as Document & { features?: Document[] };
      const document = parsed.features?.[0] ?? parsed;
      const shown = (document['properties'] as { texts: string[] }).texts;
      expect(shown).toHaveLength(hostile.length);
      // Those that begin as a marker does show an address, all others stay as they are.
      const isRight = (each: string, index: number) =>
        hostile[index]!.startsWith('~swath-local:') ? each.startsWith(address('hostile', '')) : each === hostile[index];
      expect(shown.filter((each, index) => !isRight(each, index))).toEqual([]);
      expect(document).not.toHaveProperty('leak');
      expect(document['properties']).not.toHaveProperty('leak');
      expect(document.assets['visual']!.href).toBe(address('hostile', 'visual'));
    }
  });
});
