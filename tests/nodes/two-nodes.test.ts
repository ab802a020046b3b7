import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabaseOf, postgresForTests } from '../abuse/support/postgres-database.ts';
import { changeAccount, createAccount, createKey, keysPath, selfStatus, signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { mails } from '../support/mail-folder.ts';
import { type Node, startNodes } from './support/two-nodes.ts';

const postgres = postgresForTests();
const reason = 'skipReason' in postgres ? ` (skipped: ${postgres.skipReason})` : '';

describe.skipIf('skipReason' in postgres)(`two nodes of role api and one worker on one PostgreSQL${reason}`, () => {
  let database: { readonly url: string; drop(): Promise<void> };
  let [one, other, worker]: readonly Node[] = [];
  let token: string;
  beforeAll(async () => {
    database = await freshDatabaseOf('url' in postgres ? postgres.url : '');
    [one, other, worker] = await startNodes(database.url, ['api', 'api', 'worker'], { SWATH_RATE_LIMIT: '60000' });
    token = (await signIn(one!.url, one!.admin)).access_token;
  });
  afterAll(async () => {
    for (const node of [one, other, worker]) await node?.stop();
    await database?.drop();
  });

  test('a key works on both from its creation, and on neither from its deletion', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, api_key: key } = await createKey(one!.url, token);
      expect(await selfStatus(other!.url, { key })).toBe(200);
      // Asked all the time, so that anything that is remembered would be fresh.
      const asking = Array.from({ length: 5 }, () => selfStatus(other!.url, { key }));
      expect((await call(one!.url, 'DELETE', `${keysPath}/id/${id}`, { token })).status).toBe(204);
      expect(await selfStatus(other!.url, { key })).toBe(401);
      await Promise.all(asking);
    }
  });

  test('a deactivated account is nobody on both at once, with its tokens and its keys', async () => {
    const member = await createAccount(other!.url, token);
    const { access_token: bearer } = await signIn(other!.url, member);
    const { api_key: key } = await createKey(one!.url, bearer);
    for (const node of [one!, other!])
      expect([await selfStatus(node.url, { token: bearer }), await selfStatus(node.url, { key })]).toEqual([200, 200]);
    expect((await changeAccount(one!.url, token, member.id, { active: false })).status).toBe(200);
    for (const node of [other!, one!])
      expect([await selfStatus(node.url, { token: bearer }), await selfStatus(node.url, { key })]).toEqual([401, 401]);
  });

  const mailedAfterMs = async (email: string): Promise<number> => {
    const begunMs = performance.now();
    const json = { email, invite: true };
    expect((await call(one!.url, 'POST', '/admin/accounts', { token, json })).status).toBe(201);
    const isMailed = () => mails(worker!.dataFolder).some((mail) => mail.includes(email));
    await expect.poll(isMailed, { timeout: 20_000, interval: 10 }).toBe(true);
    return performance.now() - begunMs;
  };

  test('what an API node queues, a worker takes up at once', async () => {
    await mailedAfterMs('first@example.com');
    const tookMs: number[] = [];
    // The worker looks every five seconds by itself, and has just done so; what is slow by chance is not so twice.
    for (let time = 0; time < 3 && !tookMs.some((ms) => ms < 4_000); time++)
      tookMs.push(await mailedAfterMs(`invited-${time}@example.com`));
    expect(Math.min(...tookMs)).toBeLessThan(4_000);
    for (const node of [one!, other!]) expect(mails(node.dataFolder)).toEqual([]);
  });

  test('a worker answers who looks after it, and nobody else', async () => {
    expect((await call(worker!.url, 'GET', '/readyz')).status).toBe(200);
    expect((await call(worker!.url, 'GET', '/livez')).status).toBe(200);
    expect((await call(worker!.url, 'GET', '/auth/self', { token })).status).toBe(404);
    expect((await call(worker!.url, 'POST', '/search', { token, json: {} })).status).toBe(404);
  });

  test('409: an API node without a shared bucket takes no upload', async () => {
    const answer = await call(one!.url, 'POST', '/admin/ingest/upload?collection=a', {
      token,
      raw: '{}',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('SWATH_MANAGED_BUCKET')]);
  });

  test('400: nor does it take an order whose files it could not send', async () => {
    const answer = await call(one!.url, 'POST', '/buckets/test', { token, json: { bucket: 'managed' } });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('SWATH_MANAGED_BUCKET')]);
  });
});

describe.skipIf('skipReason' in postgres)(`a limit of requests over two nodes${reason}`, () => {
  test('429: an account gets little more than its limit, however it spreads its requests', async () => {
    const database = await freshDatabaseOf('url' in postgres ? postgres.url : '');
    const limit = 300;
    // It stands still: with the next minute the count would begin anew within the test.
    const startedMs = Date.now();
    const clock = { nowMs: () => startedMs };
    const nodes = await startNodes(database.url, ['api', 'api'], { SWATH_RATE_LIMIT: String(limit) }, { clock });
    try {
      const [first, second] = nodes;
      const { access_token: token } = await signIn(first!.url, first!.admin);
      const ask = async (node: Node, count: number) => {
        const statuses = await Promise.all(Array.from({ length: count }, () => selfStatus(node.url, { token })));
        return statuses.filter((status) => status === 200).length;
      };
      let accepted = await ask(first!, 150);
      accepted += await ask(second!, 100);
      // By now each has told the other.
      await setTimeout(1_200);
      for (let round = 0; round < 2; round++)
        for (const node of nodes) {
          accepted += await ask(node, 50);
          await setTimeout(1_100);
        }
      expect(accepted).toBeGreaterThanOrEqual(limit - 5);
      // For each node a hundredth of the limit, and what was sent there within a second.
      expect(accepted).toBeLessThanOrEqual(limit + 2 * (limit / 100 + 50));
      expect([await selfStatus(first!.url, { token }), await selfStatus(second!.url, { token })]).toEqual([429, 429]);
    } finally {
      await Promise.all(nodes.map((node) => node.stop()));
      await database.drop();
    }
  });
});
