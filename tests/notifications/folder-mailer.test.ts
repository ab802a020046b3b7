import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderMailer } from '../../server/src/adapters/mail/folder.ts';
import { aMail, from, link, movableClock } from './mail-fixtures.ts';
import { readMessage } from './read-message.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'swath-mail-'));
});
afterEach(() => rm(root, { recursive: true }));

describe('the folder mailer', () => {
  it('writes a mail as one private file that parses, with the link intact', async () => {
    const folder = join(root, 'data', 'mail');
    await createFolderMailer({ folder, from, clock: movableClock() }).send(aMail(), 'abc-1');
    expect(await readdir(folder)).toEqual(['20300102T030405000Z-abc-1.eml']);
    const file = join(folder, '20300102T030405000Z-abc-1.eml');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const raw = await readFile(file, 'utf8');
    expect(raw).not.toMatch(/[^\r]\n/);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
    const message = readMessage(raw);
    expect(message.headers.get('to')).toBe('ada.lovelace@example.org');
    expect(message.headers.get('from')).toBe('Swath <swath@mail.example.org>');
    expect(message.headers.get('message-id')).toBe('<abc-1@mail.example.org>');
    expect(message.headers.get('date')).toBe('Wed, 02 Jan 2030 03:04:05 +0000');
    expect(message.text.split('\r\n')).toContain(link);
    expect(message.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });

  it('keeps an id that is a path inside the folder', async () => {
    const folder = join(root, 'mail');
    await createFolderMailer({ folder, from, clock: movableClock() }).send(aMail(), '../../escape');
    expect(await readdir(root)).toEqual(['mail']);
    expect(await readdir(folder)).toEqual(['20300102T030405000Z-______escape.eml']);
  });

  it('fails, leaving nothing behind, where the folder cannot be made', async () => {
    await writeFile(join(root, 'file'), '');
    const mailer = createFolderMailer({ folder: join(root, 'file', 'mail'), from });
    await expect(mailer.send(aMail(), 'x')).rejects.toThrow('ENOTDIR');
    expect(await readdir(root)).toEqual(['file']);
  });
});
