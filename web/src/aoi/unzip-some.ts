import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { AreaProblem } from './area.ts';

export type ZipEntries = ReadonlyMap<string, Uint8Array>;

/** Of all that is unpacked: a small file can hold terabytes of zeros. */
const mostUnpacked = 20_000_000;
const mostEntries = 1_000;
/** Packed bytes at a time; unpacked they are a thousand times as many at most. */
const step = 1_024;

/** The wanted files of a zip; those that a Mac adds are left out. */
export function unzipSome(bytes: Uint8Array, wants: (name: string) => boolean): ZipEntries {
  const pieces = new Map<string, Uint8Array[]>();
  let [unpacked, seen] = [0, 0];
  const take = (file: UnzipFile) => {
    if (++seen > mostEntries) throw new AreaProblem(`The zip file holds more than ${mostEntries} files.`);
    if (!wants(file.name) || /(^|\/)(__MACOSX\/|\._)/.test(file.name)) return;
    const own: Uint8Array[] = [];
    pieces.set(file.name, own);
    file.ondata = (error, piece) => {
      if (error) throw error;
      if ((unpacked += piece.length) > mostUnpacked)
        throw new AreaProblem(`The zip file holds more than ${mostUnpacked / 1e6} MB when it is unpacked.`);
      own.push(piece);
    };
    file.start();
  };
  try {
    const unzip = new Unzip(take);
    unzip.register(UnzipInflate);
    for (let at = 0; at < bytes.length; at += step)
      unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length);
  } catch (error) {
    throw error instanceof AreaProblem ? error : new AreaProblem('The zip file is damaged.');
  }
  return new Map([...pieces].map(([name, own]) => [name, joined(own)]));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
