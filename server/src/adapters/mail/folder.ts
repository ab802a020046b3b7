import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '../../notifications/ports.ts';
import { systemClock, type Clock } from '../../shared/clock.ts';
import { composeMessage, parseSender, safeId } from './compose-message.ts';

export type FolderMailerOptions = { readonly folder: string; readonly from: string; readonly clock?: Clock };

/** Without a mail server, a mail is a file that any mail program opens: `<folder>/<time>-<id>.eml`. */
export function createFolderMailer({ folder, from, clock = systemClock }: FolderMailerOptions): Mailer {
  const sender = parseSender(from);
  return {
    async send(mail, id) {
      const date = new Date(clock.nowMs());
      const message = await composeMessage(mail, id, sender, date);
      const time = date.toISOString().replaceAll(/[-:.]/g, '');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(folder, `${time}-${safeId(id)}.eml`, message.bytes);
    },
    close: async () => {},
  };
}

/** A reader of the folder never sees half a mail. */
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
