import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../server/src/config.ts';
import { checkAnswer } from './check-answer.ts';
import { quickHasher } from './quick-hasher.ts';
import { type RunOptions, runService } from '../../server/src/run-service.ts';
import { tellWhenLate } from './tell-when-late.ts';
import type { Service } from '../../server/src/service.ts';
import { type Log, silentLog } from '../../server/src/shared/log.ts';

export type TestService = {
  readonly url: string;
  readonly service: Service;
  readonly admin: { readonly email: string; readonly password: string };
  readonly dataFolder: string;
  /** The address that signs the administrator in once. */
  readonly welcomeUrl: string;
  stop(): Promise<void>;
};

export type StartOptions = RunOptions & {
  readonly log?: Log;
  readonly keepFolder?: boolean;
  /** Passwords cost what they cost in production; else next to nothing. */
  readonly withRealHasher?: boolean;
};

export const adminPassword = 'meadow-lantern-tide-41';

/** The real service in this process, on a free port and a data folder of its own, with every answer held to its schema. */
export async function startService(
  settings: Readonly<Record<string, string>> = {},
  { log = silentLog, keepFolder = false, withRealHasher = false, ...options }: StartOptions = {},
): Promise<TestService> {
  const dataFolder = settings['SWATH_DATA'] ?? mkdtempSync(join(tmpdir(), 'swath-test-'));
  const admin = { email: 'admin@example.com', password: adminPassword };
  const config = readConfig({
    PORT: '0',
    SWATH_HOST: '127.0.0.1',
    SWATH_DATA: dataFolder,
    SWATH_ADMIN_EMAIL: admin.email,
    SWATH_ADMIN_PASSWORD: admin.password,
    SWATH_DEMO: '0',
    ...settings,
  });
  const quickly = { lingerMs: 0, isWarm: false, ...(withRealHasher ? {} : { hasher: quickHasher }) };
  const running = await tellWhenLate(
    'the start of a service',
    runService(config, log, { checkAnswer, ...quickly, ...options }),
  );
  return {
    url: running.url,
    service: running.service,
    admin,
    dataFolder,
    welcomeUrl: running.administrator?.welcomeUrl ?? '',
    stop: async () => {
      await running.stop();
      if (!keepFolder) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
