import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, call } from '../support/call.ts';
import { type Archive, type Document, linkOf, makeItem, startArchive } from './archive.ts';

let archive: Archive;
beforeAll(async () => {
  archive = await startArchive(
    ['wv02', 'wv02', 'wv03'].map((platform, n) =>
      makeItem(`${n}`, { properties: { datetime: '2021-01-05T10:30:00Z', platform } }),
    ),
  );
});
afterAll(() => archive.stop());

type Aggregated = { readonly aggregations: readonly { readonly value?: unknown }[] };

const ask = (path: string) => archive.get(path);
const post = (path: string, json: unknown) => call(archive.url, 'POST', path, { token: archive.token, json });

/** As a client does: what the link says, and nothing else. */
async function self(answer: Answer): Promise<Answer> {
  const { href, method = 'GET', body } = linkOf(answer.json<Document>(), 'self')!;
  const { pathname, search } = new URL(href);
  return call(archive.url, method, pathname + search, {
    token: archive.token,
    ...(body === undefined ? {} : { json: body }),
  });
}

describe('/aggregate, 200', () => {
  test.each(['', '/collections/a'])('self is the request itself, by GET and by POST: %s/aggregate', async (home) => {
    const asked = { datetime_frequency_interval: 'day', filter: "platform = 'wv02'" };
    const body = { aggregations: ['total_count', 'datetime_frequency'], ...asked };
    const query = new URLSearchParams({ aggregations: 'total_count,datetime_frequency', ...asked });
    for (const answer of [await ask(`${home}/aggregate?${query}`), await post(`${home}/aggregate`, body)]) {
      const there = await self(answer);
      expect([there.status, there.json()]).toEqual([200, answer.json()]);
      expect(there.json<Aggregated>().aggregations[0]!.value).toBe(2);
    }
  });

  test('self repeats nothing that was not understood', async () => {
    const path = '/aggregate?aggregations=total_count';
    const base = archive.swath.service.config.baseUrl;
    for (const more of ['&utm_source=x&utm_source=y', '&limit=5&token=x', '&f=json'])
      expect(linkOf((await ask(path + more)).json<Document>(), 'self')!.href).toBe(base + path);
    const posted = await post('/aggregate', { aggregations: ['total_count'], limit: 1, nonsense: 'canary' });
    expect(linkOf(posted.json<Document>(), 'self')).toEqual({
      rel: 'self',
      type: 'application/json',
      href: `${base}/aggregate`,
      method: 'POST',
      body: { aggregations: ['total_count'] },
    });
  });

  test('f=json is said by many clients wherever they go, and is the same answer', async () => {
    for (const path of ['/collections/a/aggregate?aggregations=total_count', '/collections/a/aggregations?']) {
      const answer = await ask(`${path}&f=json`);
      expect([answer.status, answer.json()]).toEqual([200, (await ask(path)).json()]);
      const other = await ask(`${path}&f=csv`);
      expect([other.status, other.json<{ message: string }>().message]).toEqual([
        400,
        "Bad Request: 'f' can be json alone here",
      ]);
    }
  });
});
