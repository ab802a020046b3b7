import { expect, it } from 'vitest';
import { drillBackup } from '../abuse/support/backup-drill.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';

it('a backup of 200,000 items under load, restored elsewhere', async () => {
  const report = await drillBackup({ folder: temporaryFolder(), items: 200_000, loadMs: 10_000 });
  console.log(report);
  expect(report.problems).toEqual([]);
  expect(report.written.orders).toBeGreaterThan(20);
  expect(report.restored.items).toBeGreaterThan(200_000);
});
