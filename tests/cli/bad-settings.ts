import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder, type swath } from './swath-in-process.ts';

/** What every way to run the command line says of settings that are wrong. */
export function badSettings(run: typeof swath): void {
  const bad = {
    PORT: 'eighty',
    SWATH_LOG_LEVEL: 'loud',
    SWATH_PUBLIC_URL: 'ftp://example.com',
    SWATH_DATABSE_URL: 'postgres://user:canary-secret@localhost/x',
    SWATH_MASTER_KEY: 'canary-secret',
  };
  test('every bad setting is named at once with exit code 2', async () => {
    const { code, stdout, stderr } = await run(['serve'], bad);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const name of ['PORT must be', 'SWATH_LOG_LEVEL must be', 'SWATH_PUBLIC_URL must be', 'SWATH_MASTER_KEY must'])
      expect(stderr).toContain(name);
    expect(stderr).toContain('SWATH_DATABSE_URL is not a setting; did you mean SWATH_DATABASE_URL?');
    expect(stderr).not.toContain('canary-secret');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('mail and administrator are checked together with all other settings', async () => {
    const env = {
      PORT: 'eighty',
      SWATH_MAIL_FROM: 'nobody',
      SWATH_SMTP_URL: 'smtp://mailer:canary-secret@mail.example.com?logger=true',
      SWATH_ADMIN_PASSWORD: 'canary-s',
      SWATH_BASE_URL: 'https://user:canary-secret@example.com',
    };
    const { code, stdout, stderr } = await run(['serve'], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.match(/bad settings/g)).toHaveLength(1);
    for (const problem of [
      'PORT must be a whole number',
      'SWATH_MAIL_FROM must be one e-mail address',
      "SWATH_SMTP_URL may tell the mail server's client only",
      'SWATH_ADMIN_PASSWORD is given without SWATH_ADMIN_EMAIL',
      'SWATH_ADMIN_PASSWORD must have at least 12 characters',
      'SWATH_BASE_URL must not hold a user or password',
    ])
      expect(stderr).toContain(`  - ${problem}`);
    expect(stderr).not.toContain('canary-s');
  });

  test('certificate files that cannot be used are bad settings, and nothing is made', async () => {
    const data = join(freshFolder(), 'data');
    const env = { PORT: 'eighty', SWATH_DATA: data, SWATH_TLS_CERT: '/nowhere.pem', SWATH_TLS_KEY: '/nowhere.key' };
    const { code, stderr } = await run(['serve'], env);
    expect([code, existsSync(data)]).toEqual([2, false]);
    expect(stderr).toContain('  - PORT must be');
    expect(stderr).toContain('  - SWATH_TLS_CERT and SWATH_TLS_KEY cannot be used: ENOENT');
  });
}
