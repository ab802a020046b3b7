import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect as openDatabase } from '../../server/src/adapters/sqlite/driver.ts';
import { type Answer, call, createKey, keysPath } from './support/call.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { freshDatabase, postgresForTests } from './support/postgres-database.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const create = ({ url, memberBearer }: Fixture) =>
  call(url, keysPath, { method: 'POST', bearer: memberBearer, body: { name: 'x'.repeat(1_000) } });
const read = ({ url, key }: Fixture) => call(url, '/auth/self', { key: key.api_key });
const search = ({ url, key }: Fixture) => call(url, '/search', { method: 'POST', key: key.api_key, body: {} });

function expectUnavailable(answer: Answer): void {
  expect([answer.status, answer.json]).toMatchObject([
    503,
    { message: expect.stringContaining('Service Unavailable'), code: 'unavailable', type: 'api_error' },
  ]);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

async function listedIds({ url, memberBearer }: Fixture): Promise<readonly string[]> {
  const answer = await call(url, keysPath, { bearer: memberBearer });
  return (answer.json as { id: string }[]).map(({ id }) => id);
}

describe('SQLite', () => {
  it('another process holds the write lock: writes are 503, reads answer, and it recovers by itself', async () => {
    const fixture = await startFixture();
    onTestFinished(() => fixture.stop());
    const other = openDatabase(join(fixture.dataFolder, 'app.db'));
    other.exec('BEGIN IMMEDIATE');
    const waiting = create(fixture);
    const reads = await Promise.all(Array.from({ length: 20 }, () => read(fixture)));
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    expectUnavailable(await waiting);
    other.exec('ROLLBACK');
    other.close();
    expect((await create(fixture)).status).toBe(200);
  });

  const mounted = tinyFileSystem();
  it.skipIf(mounted === null)(
    'the disk is full: writes are 503, reads answer, nothing half written, and it recovers by itself',
    async () => {
      const folder = temporaryFolder();
      const disk = join(folder, 'disk');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]);
      onTestFinished(() => void execFileSync('umount', ['-l', disk]));
      const fixture = await startFixture({ SWATH_DATA: join(disk, 'data') }, { keepFolder: true });
      onTestFinished(() => fixture.stop());
      const ballast = join(disk, 'ballast');
      fill(ballast);
      const acknowledged: string[] = [fixture.key.id];
      let refused: Answer | null = null;
      for (let tries = 0; tries < 500 && refused === null; tries++) {
        const answer = await create(fixture);
        if (answer.status === 200) acknowledged.push((answer.json as { id: string }).id);
        else refused = answer;
      }
      expectUnavailable(refused!);
      expect((await read(fixture)).status).toBe(200);
      rmSync(ballast);
      const after = await create(fixture);
      expect(after.status).toBe(200);
      acknowledged.push((after.json as { id: string }).id);
      expect((await listedIds(fixture)).toSorted()).toEqual(acknowledged.toSorted());
    },
    60_000,
  );
});

/** Null where this user may not mount. */
function tinyFileSystem(): true | null {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return null;
  }
}

/** Leaves a few kilobytes. */
function fill(file: string): void {
  const block = Buffer.alloc(4_096, 1);
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' });
  } catch {
    return;
  }
}

/** A way to the database that can be cut and restored. */
async function startCuttable(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((from) => {
    if (isCut) {
      from.destroy();
      return;
    }
    const to = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        from.destroy();
        to.destroy();
      });
    }
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const way = new URL(databaseUrl);
  way.hostname = '127.0.0.1';
  way.port = String((server.address() as { port: number }).port);
  const setCut = (cut: boolean) => {
    isCut = cut;
    if (cut) for (const socket of sockets) socket.destroy();
  };
  /** Connections stay, and nothing comes through: as of a machine that hangs. */
  const setSilent = (silent: boolean) => {
    for (const socket of sockets) socket[silent ? 'pause' : 'resume']();
  };
  return { url: way.href, setCut, setSilent };
}

describe('PostgreSQL', () => {
  const postgres = postgresForTests();
  it.skipIf('skipReason' in postgres)(
    'goes away in the middle: 503 with Retry-After, then it recovers by itself',
    async () => {
      const way = await startCuttable(await freshDatabase('url' in postgres ? postgres.url : ''));
      const fixture = await startFixture({ SWATH_DATABASE_URL: way.url });
      onTestFinished(() => fixture.stop());
      const life = { isOver: false };
      const seen: Answer[] = [];
      const acknowledged: string[] = [fixture.key.id];
      const clients = Array.from({ length: 10 }, async (_, at) => {
        while (!life.isOver) {
          const answer = at === 0 ? await search(fixture) : at % 2 === 0 ? await read(fixture) : await create(fixture);
          seen.push(answer);
          if (at % 2 === 1 && answer.status === 200) acknowledged.push((answer.json as { id: string }).id);
          await setTimeout(5);
        }
      });
      const hasAnswered = (status: number) => seen.some((answer) => answer.status === status);
      await expect.poll(() => hasAnswered(200)).toBe(true);
      way.setCut(true);
      await expect.poll(() => hasAnswered(503)).toBe(true);
      expectUnavailable(await create(fixture));
      expectUnavailable(await read(fixture));
      expectUnavailable(await search(fixture));
      expectUnavailable(await call(fixture.url, '/readyz'));
      expect((await call(fixture.url, '/livez')).status).toBe(200);
      way.setCut(false);
      await expect.poll(async () => (await call(fixture.url, '/readyz')).status).toBe(200);
      life.isOver = true;
      await Promise.all(clients);
      expect((await create(fixture)).status).toBe(200);
      expect((await search(fixture)).status).toBe(200);
      for (const answer of seen) if (answer.status !== 200) expectUnavailable(answer);
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 503]));
      const listed = new Set(await listedIds(fixture));
      expect(acknowledged.filter((id) => !listed.has(id))).toEqual([]);
      expect((await createKey(fixture.url, fixture.memberBearer)).id).toBeTruthy();

      way.setSilent(true);
      const [askedAtMs, asked] = [Date.now(), [1, 2, 3].map(() => call(fixture.url, '/readyz'))];
      for (const answer of await Promise.all(asked)) {
        expectUnavailable(answer);
        expect(answer.json).toMatchObject({ message: expect.stringContaining('the database has not answered') });
      }
      expect(Date.now() - askedAtMs).toBeLessThan(20_000);
      way.setSilent(false);
      await expect.poll(async () => (await call(fixture.url, '/readyz')).status, { timeout: 20_000 }).toBe(200);
    },
    60_000,
  );

  it.skipIf('skipReason' in postgres)(
    'its replica goes away: searches are 503, credentials and writes are asked of the primary and answer',
    async () => {
      const primary = await freshDatabase('url' in postgres ? postgres.url : '');
      const way = await startCuttable(primary);
      const fixture = await startFixture({ SWATH_DATABASE_URL: primary, SWATH_SEARCH_DATABASE_URL: way.url });
      onTestFinished(() => fixture.stop());
      expect((await search(fixture)).status).toBe(200);
      way.setCut(true);
      expectUnavailable(await search(fixture));
      expect([(await read(fixture)).status, (await create(fixture)).status]).toEqual([200, 200]);
      way.setCut(false);
      expect((await search(fixture)).status).toBe(200);
    },
    60_000,
  );
});
