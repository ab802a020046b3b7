import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasGdal = spawnSync('ogrinfo', ['--version']).status === 0;

export type Read = {
  readonly type: string;
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
  readonly properties: Readonly<Record<string, unknown>>;
};

function saved<T>(bytes: Buffer, name: string, use: (opened: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'wfs-read-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return use(name.endsWith('.zip') ? `/vsizip/${path}` : path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What GDAL says of a file and its layers. */
export const describedByGdal = (bytes: Buffer, name: string): string =>
  saved(bytes, name, (opened) => spawnSync('ogrinfo', ['-ro', '-so', '-al', opened], { encoding: 'utf8' }).stdout);

/** The features that GDAL reads in a file, and what it complains of. */
export const readWithGdal = (bytes: Buffer, name: string, options: readonly string[] = []) =>
  saved(bytes, name, (opened) => {
    const asked = ['-f', 'GeoJSON', '/vsistdout/', opened, '-nlt', 'GEOMETRY', ...options];
    const { status, stdout, stderr } = spawnSync('ogr2ogr', asked, { encoding: 'utf8', maxBuffer: 1e9 });
    if (status !== 0) throw new Error(`ogr2ogr ended with ${status}: ${stderr}`);
    // Of a file without layers it makes nothing at all.
    const read = JSON.parse(stdout === '' ? '{"features":[]}' : stdout) as { features: readonly Read[] };
    return { ...read, complaints: stderr };
  });
