import { type Server, type Socket, connect, createServer } from 'node:net';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { transaction } from '../../server/src/adapters/postgres/connections.ts';
import { openPostgres } from '../../server/src/adapters/postgres/open.ts';
import { addAccount } from './fixtures.ts';

const postgres = inject('postgres');

/** A way to the server on which nothing arrives any more while it is silent, as of a machine that lost its power. */
describe.skipIf('skipReason' in postgres)('a server that goes without a word', () => {
  let isSilent = false;
  let way: Server;
  const sockets = new Set<Socket>();
  const kept = (socket: Socket) => void sockets.add(socket.on('error', () => {}));
  beforeEach(async () => {
    isSilent = false;
    const { hostname, port } = new URL('url' in postgres ? postgres.url : '');
    way = createServer((caller) => {
      const server = connect(Number(port || 5432), hostname);
      for (const socket of [caller, server]) kept(socket);
      caller.on('data', (bytes) => isSilent || server.write(bytes)).on('close', () => server.destroy());
      server.on('data', (bytes) => caller.write(bytes)).on('close', () => caller.destroy());
    });
    await new Promise<void>((resolve) => void way.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await new Promise((resolve) => void way.close(resolve));
  });

  const url = () => {
    const { port } = way.address() as { port: number };
    return Object.assign(new URL('url' in postgres ? postgres.url : ''), { host: `127.0.0.1:${port}` }).href;
  };

  it('is unavailable to reads and writes, and both go on when it is back', async () => {
    const db = await openPostgres(url(), { schema: 'silent_server', connections: 2, answerMs: 1_000 });
    const read = () => db.read.get('SELECT 1 AS one');
    await Promise.all([read(), read()]);
    isSilent = true;
    await expect(read()).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(addAccount(db)).rejects.toMatchObject({ kind: 'unavailable' });
    isSilent = false;
    await expect.poll(() => read().catch(() => null)).toEqual({ one: 1 });
    await addAccount(db);
    await db.read.get('DROP SCHEMA silent_server CASCADE');
    await db.close();
  });

  it('is noticed when a transaction begins, and its connection is used no more', async () => {
    const pool = new Pool({ connectionString: url(), max: 1 });
    const begun = (withinMs = 30_000) => transaction(pool, 'BEGIN', async () => 'done', undefined, withinMs);
    expect(await begun()).toBe('done');
    isSilent = true;
    await expect(begun(300)).rejects.toThrow('Query read timeout');
    expect(pool.totalCount).toBe(0);
    isSilent = false;
    expect(await begun()).toBe('done');
    await pool.end();
  });
});
