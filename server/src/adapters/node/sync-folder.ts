import { type FileHandle, open } from 'node:fs/promises';

/** Else a name may be gone after the power was. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await syncNames({ handle });
  } finally {
    await handle.close();
  }
}

/** Some shared disks know nothing of the kind, and say so by these. */
const unknownToDisk = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

export async function syncNames({ handle }: { readonly handle: Pick<FileHandle, 'sync'> }): Promise<void> {
  await handle.sync().catch((cause: NodeJS.ErrnoException) => {
    if (!unknownToDisk.includes(cause.code ?? '')) throw cause;
  });
}
