import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type PictureArchive, startPictureArchive, tiff } from '../http/imagery/picture-archive.ts';
import { inZone } from '../imagery/jobs/georeferenced.ts';
import { createKey } from '../support/accounts.ts';

const start = promisify(execFile);
export const root = fileURLToPath(new URL('../../', import.meta.url));

export type Town = PictureArchive & {
  readonly key: string;
  /** Runs a program with the credentials that examples ask for; what it printed. */
  run(program: string, args: readonly string[], folder?: string): Promise<string>;
  /** Where programs run unless another folder is named. */
  readonly place: string;
};

/** A service with one image, of the town that the examples are about. */
export async function startTown(): Promise<Town> {
  const archive = await startPictureArchive({ SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' });
  const place = mkdtempSync(join(tmpdir(), 'swath-tour-'));
  // 10 m a pixel.
  const [west, north] = [549_000, 5_649_000];
  const href = archive.file('town.tif', inZone(32632, west, north, 10, { width: 600, height: 600 }));
  const bounds = [west, north - 6_000, west + 6_000, north] as const;
  const properties = { gsd: 10, 'eo:cloud_cover': 3, 'view:sun_elevation': 55 };
  await archive.item('town', { epsg: 32632, bounds, assets: { visual: tiff(href) }, properties });
  const { api_key: key } = await createKey(archive.url, archive.token);
  const { email, password } = archive.admin;
  const env = { ...process.env, EMAIL: email, PASSWORD: password, KEY: key };
  return {
    ...archive,
    key,
    place,
    run: async (program, args, folder = place) => (await start(program, [...args], { cwd: folder, env })).stdout,
    stop: async () => {
      await archive.stop();
      rmSync(place, { recursive: true });
    },
  };
}
