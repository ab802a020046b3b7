import { expect, it } from 'vitest';
import { drillBackup } from './support/backup-drill.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

it('a backup under load, restored elsewhere: all that was promised is there, nothing half, orders go on', async () => {
  const report = await drillBackup({ folder: temporaryFolder(), items: 500, loadMs: 400 });
  expect(report.problems).toEqual([]);
  expect(report.written.items).toBeGreaterThan(500);
  expect(report.written.orders).toBeGreaterThan(0);
  expect(report.restored.orders).toBeGreaterThan(0);
}, 120_000);
