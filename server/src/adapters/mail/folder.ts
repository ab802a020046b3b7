import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '../../notifications/ports.ts';
import { systemClock, type Clock } from '../../shared/clock.ts';
import { writeWhole } from '../node/write-whole.ts';
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
      // Whoever reads the folder never sees half a mail.
      await writeWhole(join(folder, `${time}-${safeId(id)}.eml`), (sink) => sink.write(message.bytes), 0o600);
    },
    close: async () => {},
  };
}
