import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createApiKeyStore } from '../../server/src/adapters/sql/api-keys/api-keys.ts';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { createProjectStore } from '../../server/src/adapters/sql/api-keys/projects.ts';
import { createAppWorkshop } from '../../server/src/adapters/sqlite/app-workshop.ts';
import { commitGroup } from '../../server/src/adapters/sqlite/commit-group.ts';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { openSqlite } from '../../server/src/adapters/sqlite/open.ts';
import { createSqliteSql } from '../../server/src/adapters/sqlite/sqlite-sql.ts';
import { startedWorkers } from '../support/start-worker.ts';
import { freshSqlite } from './backends.ts';
import { addAccount, audit, now, storedKey, vault } from './fixtures.ts';

describe('the writer', () => {
  let store: Awaited<ReturnType<typeof freshSqlite>>;
  beforeEach(async () => {
    store = await freshSqlite();
  });
  afterEach(() => store.drop());

  it('commits many waiting verbs together, and one that throws takes nobody with it', async () => {
    const account = await addAccount(store.db, { role: 'admin' });
    const keys = createApiKeyStore(store.db);
    const owner = await createAccountStore(store.db, vault).byId(account.id);
    const good = Array.from({ length: 20 }, () => storedKey(account.id));
    const twin = { ...storedKey(account.id), lookup: good[0]!.lookup };
    const outcomes = await Promise.allSettled(
      [...good, twin, storedKey(account.id)].map((key) => keys.create(key, owner!, audit())),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([...good.map(() => true), false, true]);
    expect(await keys.list(account.id)).toHaveLength(21);
    const records = await createAuditLog(store.db).list({ limit: 100 });
    expect(records.data).toHaveLength(22);
  });

  it('is seen by the reader as soon as a write resolves', async () => {
    const account = await addAccount(store.db, { role: 'admin' });
    const projects = createProjectStore(store.db);
    for (let index = 0; index < 50; index += 1) {
      const project = { id: `p${index}`, accountId: account.id, name: `${index}`, createdAtMs: now };
      await projects.create(project, audit());
      expect(await projects.byId(account.id, project.id)).toEqual(project);
    }
  });

  it('finishes what it was given before it closes, and refuses afterwards', async () => {
    const log = createAuditLog(store.db);
    const entries = Array.from({ length: 600 }, () => audit());
    const writes = entries.map((entry) => log.append(entry));
    await Promise.all([...writes, store.db.close()]);
    await expect(log.append(audit())).rejects.toMatchObject({ kind: 'unavailable' });
    const again = await store.open();
    expect((await createAuditLog(again).list({ limit: 1_000 })).data).toHaveLength(600);
  });

  it('answers unavailable, without path or SQL, while another process holds the file, and recovers', async () => {
    const log = createAuditLog(await openSqlite(store.file, { busyTimeoutMs: 50 }));
    const other = connect(store.file);
    other.exec('BEGIN IMMEDIATE');
    const unavailable = { kind: 'unavailable', detail: { reason: 'the database is busy', retryAfterSeconds: 1 } };
    await expect(log.append(audit())).rejects.toMatchObject(unavailable);
    await expect(log.list({ limit: 1 })).resolves.toEqual({ data: [] });
    other.exec('ROLLBACK');
    other.close();
    await expect(log.append(audit())).resolves.toBeUndefined();
  });

  it('answers unavailable when the file cannot be opened', async () => {
    const refused = openSqlite('/nonexistent/folder/app.db');
    await expect(refused).rejects.toMatchObject({ kind: 'unavailable', message: 'the database cannot be opened' });
  });

  it('that crashes fails what waits and what comes later, and the reads go on', async () => {
    const log = createAuditLog(store.db);
    await log.append(audit());
    const worker = startedWorkers.at(-1)!;
    worker.postMessage(null, []);
    const waiting = log.append(audit());
    await expect(waiting).rejects.toMatchObject({ kind: 'unavailable', detail: { reason: 'the store stopped' } });
    await expect(log.append(audit())).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await log.list({ limit: 10 })).data).toHaveLength(1);
  });
});

const append = (id: number, size: number) =>
  ({ id, verb: 'appendAudit', input: { ...audit(), detail: { text: 'x'.repeat(size) } } }) as const;

it('a full disk fails the group with unavailable, loses nothing older, and works again with room', async () => {
  const store = await freshSqlite();
  const connection = connect(store.file);
  connection.exec('PRAGMA synchronous = FULL');
  const workshop = createAppWorkshop(createSqliteSql(connection));
  await commitGroup(connection, workshop, [append(1, 10)]);
  connection.exec('PRAGMA max_page_count = 1');
  const [small, big] = await commitGroup(connection, workshop, [append(2, 10), append(3, 500_000)]);
  expect(big).toMatchObject({
    id: 3,
    fault: { platform: { kind: 'unavailable', detail: { reason: 'the disk is full' } } },
  });
  const kept = 'fault' in small! ? 1 : 2;
  expect((await createAuditLog(store.db).list({ limit: 10 })).data).toHaveLength(kept);
  connection.exec('PRAGMA max_page_count = 1000000');
  expect(await commitGroup(connection, workshop, [append(4, 500_000)])).toEqual([{ id: 4, output: undefined }]);
  connection.close();
  await store.drop();
});
