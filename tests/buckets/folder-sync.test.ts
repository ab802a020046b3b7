import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDirectory } from '../../server/src/adapters/buckets/local/directory.ts';
import { startUpload } from '../../server/src/adapters/buckets/local/upload.ts';
import { writeWhole } from '../../server/src/adapters/node/write-whole.ts';

/** A folder on a disk that answers so when its names are to be kept for sure. */
async function folderOf(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'swath-sync-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const directory = await openDirectory(folder);
  onTestFinished(() => directory.handle.close());
  const sync = vi.spyOn(directory.handle, 'sync').mockRejectedValue(Object.assign(new Error(code), { code }));
  return { folder, directory, sync };
}

async function put({ directory }: Awaited<ReturnType<typeof folderOf>>): Promise<void> {
  const upload = await startUpload(directory);
  await upload.file.writeFile('bytes');
  try {
    await upload.moveTo(directory, 'object');
  } catch (cause) {
    await upload.discard();
    throw cause;
  }
}

test.each(['EINVAL', 'ENOTSUP', 'ENOSYS'])(
  'an object arrives on a disk that knows no such thing (%s)',
  async (code) => {
    const place = await folderOf(code);
    await put(place);
    expect(place.sync).toHaveBeenCalledOnce();
    expect(readFileSync(join(place.folder, 'object'), 'utf8')).toBe('bytes');
  },
);

test('a disk that fails is told', async () => {
  await expect(put(await folderOf('EIO'))).rejects.toMatchObject({ code: 'EIO' });
});

/** Every folder answers so, whoever opens it; files are kept as they are. */
async function foldersAnswer(code: string): Promise<void> {
  const handle = await open(tmpdir());
  const every = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = every;
  const answers = vi.spyOn(every, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).isDirectory()) throw Object.assign(new Error(code), { code });
    return sync.call(this);
  });
  onTestFinished(() => answers.mockRestore());
}

test.each([
  ['EINVAL', 'bytes'],
  ['EIO', 'EIO'],
])('of a file that is written whole: the same (%s)', async (code, outcome) => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-sync-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  await foldersAnswer(code);
  const written = writeWhole(file, (sink) => sink.write(Buffer.from('bytes')));
  const came = written.then(
    () => readFileSync(file, 'utf8'),
    (error: NodeJS.ErrnoException) => error.code,
  );
  expect(await came).toBe(outcome);
});
