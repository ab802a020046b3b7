import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { deadFolders, ownFolder, removeDeadFolders } from '../../server/src/adapters/node/own-folder.ts';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { DataFolderBusy, isFolderTaken, lockDataFolder } from '../../server/src/adapters/sqlite/data-folder-lock.ts';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { openSqlite } from '../../server/src/adapters/sqlite/open.ts';
import { scriptArguments } from '../support/script-arguments.ts';
import { freshSqlite } from './backends.ts';
import { atOnce, audit } from './fixtures.ts';

const started: ChildProcess[] = [];

function start(command: 'append' | 'lock' | 'own', path: string) {
  const script = scriptArguments('tests/contract/second-process.ts');
  const child = spawn(process.execPath, [...script, command, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop()!;
    lines.push(...parts);
  });
  return { child, lines };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('two processes on one file', () => {
  afterEach(() => Promise.all(started.map(kill)));

  it('both write, and what one had acknowledged before kill -9 is there', async () => {
    const store = await freshSqlite();
    const { child, lines } = start('append', store.file);
    const mine = createAuditLog(store.db);
    const written: string[] = [];
    while (lines.length < 50) {
      const entries = await atOnce(5, async () => {
        const entry = audit('from-first-process');
        await mine.append(entry);
        return entry.id;
      });
      written.push(...entries);
    }
    await kill(child);
    await store.db.close();
    const reopened = await openSqlite(store.file);
    const { data } = await createAuditLog(reopened).list({ limit: 100_000 });
    const ids = new Set(data.map(({ id }) => id));
    expect([...written, ...lines].filter((id) => !ids.has(id))).toEqual([]);
    await reopened.close();
    await store.drop();
  });

  it('made at the same moment, both open and one migrates', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'swath-contract-'));
    const nodes = await atOnce(3, () => openSqlite(join(folder, 'app.db')));
    const applied = nodes.map(({ schema }) => schema.applied.length);
    expect(applied.reduce((sum, count) => sum + count)).toBe(nodes[0]!.schema.to);
    for (const node of nodes) await node.close();
    rmSync(folder, { recursive: true });
  });

  it('that another is just making is opened as soon as that one is done', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'swath-contract-'));
    const file = join(folder, 'app.db');
    const other = connect(file);
    // Without a log yet: SQLite would refuse to wait.
    other.exec('BEGIN IMMEDIATE; CREATE TABLE made_by_another (id)');
    const opening = openSqlite(file);
    await new Promise((resolve) => setTimeout(resolve, 300));
    other.exec('COMMIT');
    other.close();
    const { schema, close } = await opening;
    expect(schema.applied).toHaveLength(schema.to);
    await close();
    rmSync(folder, { recursive: true });
  });
});

const folder = () => mkdtempSync(join(tmpdir(), 'swath-lock-'));

describe('the data folder', () => {
  afterEach(() => Promise.all(started.map(kill)));

  it('is held by one service: a second is refused with the process that holds it, and gets it after release', async () => {
    const data = folder();
    const lock = await lockDataFolder(data);
    await expect(lockDataFolder(data)).rejects.toBeInstanceOf(DataFolderBusy);
    await expect(lockDataFolder(data)).rejects.toThrow(String(process.pid));
    await lock.release();
    await (await lockDataFolder(data)).release();
    rmSync(data, { recursive: true });
  });

  it('can be taken in the very moment in which somebody only looks whether it is', async () => {
    const data = folder();
    const looking = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const { DatabaseSync } = require('@photostructure/sqlite');
       const connection = new DatabaseSync(workerData);
       connection.exec('BEGIN EXCLUSIVE');
       parentPort.postMessage('looks');
       setTimeout(() => connection.close(), 50);`,
      { eval: true, workerData: join(data, 'serve.lock') },
    );
    await once(looking, 'message');
    const lock = await lockDataFolder(data);
    expect([isFolderTaken(data), readdirSync(data)]).toEqual([true, expect.arrayContaining(['serve.pid'])]);
    await lock.release();
    expect([isFolderTaken(data), existsSync(join(data, 'serve.pid'))]).toEqual([false, false]);
    rmSync(data, { recursive: true });
  });

  it('is free again when its holder was killed', async () => {
    const data = folder();
    const { child, lines } = start('lock', data);
    await expect.poll(() => lines, { timeout: 15_000 }).toEqual(['locked']);
    await expect(lockDataFolder(data)).rejects.toThrow(`process ${child.pid}`);
    await kill(child);
    await (await lockDataFolder(data)).release();
    rmSync(data, { recursive: true });
  });
});

describe('folders of their own in one that several share', () => {
  afterEach(() => Promise.all(started.map(kill)));

  it('stay while whoever made them is there, whatever number the process has, and go with it', async () => {
    const parent = folder();
    // As in two containers, whose processes both have the number 1.
    const [one, other] = [ownFolder(parent), ownFolder(parent)];
    writeFileSync(join(one.path, 'part'), 'of a file');
    const { child, lines } = start('own', parent);
    await expect.poll(() => lines, { timeout: 15_000 }).toHaveLength(1);
    // As releases left it that went by the number.
    mkdirSync(join(parent, String(process.pid)));
    expect([removeDeadFolders(parent), readdirSync(one.path)]).toEqual([1, ['part']]);
    await kill(child);
    expect(deadFolders(parent)).toEqual(lines);
    one.leave();
    ownFolder(parent).leave();
    other.leave();
    expect(readdirSync(parent)).toEqual([]);
    rmSync(parent, { recursive: true });
  });
});
