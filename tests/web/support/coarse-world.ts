import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { isProof } from './is-proof.ts';

let made: Promise<string> | undefined;

/** The web application for the tests of a worker. Its fine coastlines, which are half of a map's work, come with the proof. */
export const webForTests = (): Promise<string> => (made ??= isProof ? buildWeb() : withCoarseWorld());

async function withCoarseWorld(): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'swath-web-')), 'dist');
  cpSync(await buildWeb(), folder, { recursive: true });
  const names = readdirSync(join(folder, 'assets'));
  const path = (start: string) =>
    join(
      folder,
      'assets',
      names.find((name) => name.startsWith(start))!,
    );
  for (const what of ['land', 'borders']) cpSync(path(`${what}-110m-`), path(`${what}-50m-`));
  return folder;
}
