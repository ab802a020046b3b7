import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The mails in the data folder, oldest first, with the transfer encoding of their text undone. */
export function mails(dataFolder: string): readonly string[] {
  const folder = join(dataFolder, 'mail');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return names.sort().map((name) => unquoted(readFileSync(join(folder, name), 'utf8')));
}

const unquoted = (text: string) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

/** The one-time token of the newest mail to an address; waits for the mail until it is there. */
export async function mailedToken(dataFolder: string, to: string, kind: 'token' | 'invite', after = 0) {
  const deadlineMs = performance.now() + 30_000;
  while (performance.now() < deadlineMs) {
    const mine = mails(dataFolder).filter((mail) => mail.includes(to));
    const match = mine.length > after ? new RegExp(`#${kind}=([\\w-]{43})`).exec(mine.at(-1)!) : null;
    if (match) return match[1]!;
    await setTimeout(15);
  }
  throw new Error(`no mail to ${to}`);
}
