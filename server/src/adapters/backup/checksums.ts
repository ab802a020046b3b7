import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checksumsName } from './manifest.ts';

export type Checksum = { readonly path: string; readonly sha256: string };

export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1_048_576 }), hash);
  return hash.digest('hex');
}

/** Escaped as `sha256sum` does: a name may hold a line end. */
export const checksumLine = ({ path, sha256 }: Checksum): string => {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`;
};

export function readChecksums(folder: string): readonly Checksum[] {
  const lines = readFileSync(join(folder, checksumsName), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const [, isEscaped, sha256, text] = /^(\\?)([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sha256 === undefined || text === undefined) throw new Error(`${checksumsName} has a line that is not one`);
    return { path: isEscaped === '\\' ? unescaped(text) : text, sha256 };
  });
}

const characters: Readonly<Record<string, string>> = { n: '\n', r: '\r', '\\': '\\' };
const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, letter: string) => characters[letter] ?? letter);
