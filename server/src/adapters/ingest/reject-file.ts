import { type FileHandle, open } from 'node:fs/promises';
import type { RejectLog } from '../../ingest/ports.ts';

export type RejectFile = RejectLog & { close(): Promise<void> };

/** One reject a line, as JSON; behind so many bytes without what it was. */
export async function openRejectFile(path: string, mostWholeBytes = Infinity): Promise<RejectFile> {
  const file = await open(path, 'a+');
  return {
    cut: (bytes) => cutTo(file, bytes),
    async write(rejects) {
      if (rejects.length === 0) return;
      let { size } = await file.stat();
      const lines = rejects.map((reject) => {
        const line = `${JSON.stringify(size > mostWholeBytes ? { ...reject, line: null } : reject)}\n`;
        size += Buffer.byteLength(line);
        return line;
      });
      await file.appendFile(lines.join(''));
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
