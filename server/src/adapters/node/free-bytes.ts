import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** A look costs some microseconds, but thousands of requests a second need not each have one. */
export const lookEveryMs = 1_000;

type Blocks = { readonly bavail: number; readonly bsize: number };

const bytesOf = ({ bavail, bsize }: Blocks): number => bavail * bsize;

/** Of the disk of a folder, for whoever is not the system. */
export const freeBytesIn = async (folder: string): Promise<number> => bytesOf(await statfs(folder));

/** The same, for a thread that has nobody else to serve. */
export const freeBytesNow = (folder: string): number => bytesOf(statfsSync(folder));
