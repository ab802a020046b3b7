// Another process on the same data: `append <file>` writes until it is stopped, `lock <folder>` holds the folder, `own <folder>`
// has one of its own in it.
import { setTimeout } from 'node:timers/promises';
import { ownFolder } from '../../server/src/adapters/node/own-folder.ts';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { lockDataFolder } from '../../server/src/adapters/sqlite/data-folder-lock.ts';
import { openSqlite } from '../../server/src/adapters/sqlite/open.ts';
import { audit } from './fixtures.ts';

const [command, path] = process.argv.slice(2) as [string, string];

if (command === 'lock') {
  await lockDataFolder(path);
  process.stdout.write('locked\n');
  await setTimeout(60_000);
}

if (command === 'own') {
  process.stdout.write(`${ownFolder(path).path}\n`);
  await setTimeout(60_000);
}

if (command === 'append') {
  const log = createAuditLog(await openSqlite(path));
  for (;;) {
    const entries = Array.from({ length: 5 }, () => audit('from-second-process'));
    await Promise.all(entries.map((entry) => log.append(entry)));
    process.stdout.write(entries.map(({ id }) => `${id}\n`).join(''));
  }
}
