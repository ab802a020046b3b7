import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Tally, emptyTally } from '../../ingest/tally.ts';
import type { WatchMemory } from '../../ingest/watch/ports.ts';
import { connect } from '../sqlite/driver.ts';

export type WatchKey = { readonly place: string; readonly collection: string | null };

/** A small database for each place and collection: an archive may have a million files. */
export function openWatchMemory(folder: string, key: WatchKey, isRestarted: boolean): WatchMemory {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `watch-${nameOf(key)}.db`);
  if (isRestarted) for (const ending of ['', '-journal']) rmSync(`${file}${ending}`, { force: true });
  const db = connect(file);
  db.exec(`CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`);
  const rows = db.prepare('SELECT path, mark FROM files').all() as { path: string; mark: string }[];
  const done = new Map(rows.map(({ path, mark }) => [path, mark]));
  const read = db.prepare('SELECT value FROM facts WHERE name = ?');
  const write = db.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)');
  const put = db.prepare('INSERT OR REPLACE INTO files (path, mark) VALUES (?, ?)');
  const drop = db.prepare('DELETE FROM files WHERE path = ?');
  const fact = (name: string) => (read.get(name) as { value: string } | undefined)?.value;
  return {
    done: () => done,
    tally: () => ({ ...emptyTally, ...(JSON.parse(fact('tally') ?? '{}') as Partial<Tally>) }),
    rejectsFrom(source) {
      // An earlier release kept the number alone.
      const begun = JSON.parse(fact('rejects') ?? '0') as number | readonly [string, number];
      return typeof begun !== 'number' && begun[0] === source ? begun[1] : null;
    },
    begin: (...begun) => void write.run('rejects', JSON.stringify(begun)),
    note(change) {
      db.exec('BEGIN IMMEDIATE');
      try {
        for (const [path, mark] of change.done) put.run(path, mark);
        for (const path of change.gone) drop.run(path);
        write.run('tally', JSON.stringify(change.tally));
        db.exec('COMMIT');
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
      for (const [path, mark] of change.done) done.set(path, mark);
      for (const path of change.gone) done.delete(path);
    },
    close: () => db.close(),
  };
}

const nameOf = ({ place, collection }: WatchKey): string =>
  createHash('sha256')
    .update(JSON.stringify([place, collection]))
    .digest('hex')
    .slice(0, 32);
