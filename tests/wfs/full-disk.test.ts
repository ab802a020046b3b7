import { describe, expect, test } from 'vitest';
import { createLayerFile } from '../../server/src/adapters/geopackage/layer-file.ts';
import { createSpool } from '../../server/src/adapters/shapefile/spool.ts';
import { explainFullDisk } from '../../server/src/adapters/node/full-disk.ts';
import { canMount, mountSmallDisk } from '../abuse/support/small-disk.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';

const layer = { name: 'items', description: '', geometryType: 'Geometry', columns: [], rows: [] } as const;

describe.skipIf(!canMount())('temporary files of answers on a full disk', () => {
  const files: readonly [string, (folder: string) => void][] = [
    ['a shapefile', (folder) => createSpool(folder).put(Buffer.alloc(1 << 20))],
    ['a GeoPackage', (folder) => void createLayerFile(folder, layer, 0)],
  ];
  test.each(files)('%s is 507, in words', (_, make) => {
    const folder = temporaryFolder();
    const disk = mountSmallDisk(folder, '1m');
    disk.fill();
    let error: unknown;
    try {
      make(folder);
    } catch (cause) {
      error = explainFullDisk(cause);
    }
    expect(error).toMatchObject({ kind: 'disk_low', message: 'the disk of the service is full' });
  });
});

test('any other error stays as it is', () => {
  for (const error of [new Error('other'), Object.assign(new Error('gone'), { code: 'ENOENT' }), null])
    expect(explainFullDisk(error)).toBe(error);
});
