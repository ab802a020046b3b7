import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geoFields, makeImage } from '../../tests/http/imagery/picture-archive.ts';
import { type Line, median } from '../support/report.ts';
import { type CommandRun, runCommand } from './run-command.ts';

const side = 2_048;

const wave = (at: number): number => 60 * Math.sin(at / 37);

/** Three bands of waves with a little noise, without overviews: all of it must be read. */
function writeImages(folder: string, files: number): void {
  mkdirSync(folder, { recursive: true });
  const fields = geoFields(32632, 10, [400_000, 5_200_000]);
  const image = { width: side, height: side, bands: 3, predictor: 2, blocks: [256, 256], fields } as const;
  const first = join(folder, 'image-0_20260701.tif');
  writeFileSync(
    first,
    makeImage(image, (column, row, band) => 128 + wave(column + 300 * band) + wave(row) / 3 + ((column * row) % 7)),
  );
  for (let file = 1; file < files; file++) copyFileSync(first, join(folder, `image-${file}_20260701.tif`));
}

type Needs = { readonly folder: string; readonly files: number; readonly rounds: number };

/** A folder of files into an empty catalogue, without thumbnails. */
export async function measureGeotiffs({ folder, files, rounds }: Needs): Promise<readonly Line[]> {
  const archive = join(folder, 'archive');
  writeImages(archive, files);
  const runs: CommandRun[] = [];
  const settings = { SWATH_ARCHIVE_ROOTS: archive };
  const flags = ['--collection', 'images', '--create', '--datetime-pattern', '*_{YYYY}{MM}{DD}'];
  for (let round = 0; round < rounds; round++) {
    const data = join(folder, `images-${round}`);
    await runCommand(['account', 'add', 'bench@example.com'], data);
    runs.push(await runCommand(['ingest', archive, ...flags], data, settings));
  }
  const rate = files / median(runs.map(({ seconds }) => seconds));
  const cpu = (1_000 * median(runs.map(({ cpuSeconds }) => cpuSeconds))) / files;
  const most = Math.max(...runs.map(({ mostMb }) => mostMb));
  return [
    {
      what: `GeoTIFFs of ${side} pixels square without overviews, files a second with the start of the command`,
      measured: `${rate.toFixed(1)} (${cpu.toFixed(0)} ms of CPU each, ${most.toFixed(0)} MB resident at most)`,
      bound: 'at least 20',
      isHeld: rate >= 20,
    },
  ];
}
