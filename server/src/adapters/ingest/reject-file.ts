import { type FileHandle, open } from 'node:fs/promises';
import type { RejectLog } from '../../ingest/ports.ts';

export type RejectFile = RejectLog & { close(): Promise<void> };

/** One reject a line, as JSON. */
export async function openRejectFile(path: string): Promise<RejectFile> {
  const file = await open(path, 'a+');
  return {
    cut: (bytes) => cutTo(file, bytes),
    async write(rejects) {
      if (rejects.length > 0) await file.appendFile(rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''));
    },
    async bytes() {
      await file.sync();
      return (await file.stat()).size;
    },
    close: () => file.close(),
  };
}

/** Never longer: a file that was taken away meanwhile is not filled up with nothing. */
async function cutTo(file: FileHandle, bytes: number): Promise<void> {
  if ((await file.stat()).size > bytes) await file.truncate(bytes);
}

/** For those who want no file. */
export const noRejectFile: RejectFile = {
  cut: async () => undefined,
  write: async () => undefined,
  bytes: async () => 0,
  close: async () => undefined,
};
