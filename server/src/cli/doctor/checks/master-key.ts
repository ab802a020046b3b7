import { existsSync } from 'node:fs';
import { keyFit } from '../../../adapters/backup/key-fit.ts';
import { readMasterKey } from '../../../adapters/node/master-key.ts';
import { errorText } from '../../../shared/error-text.ts';
import { sqliteFile } from '../../installation.ts';
import { type Check, error, ok } from '../finding.ts';
import { readStore } from '../read-store.ts';

const check = 'master key';
const mend = 'bring master.key back from where you keep it, or give it as SWATH_MASTER_KEY or SWATH_MASTER_KEY_FILE';

export const masterKeyCheck: Check = async ({ config }) => {
  try {
    const key = readMasterKey(config.dataFolder, config.SWATH_MASTER_KEY);
    if (config.SWATH_DATABASE_URL === null && !existsSync(sqliteFile(config))) return [];
    const sealed = await readStore(config, (sql) =>
      sql.get<{ wrapped_key: string | null }>('SELECT wrapped_key FROM installation'),
    );
    const fit = await keyFit(sealed?.wrapped_key ?? null, key);
    return [fit === 'fits' ? fits : fit === 'missing' ? missing : wrong];
  } catch (problem) {
    return [error(check, errorText(problem), mend)];
  }
};

const fits = ok(check, 'it opens what is sealed');
const missing = error(check, 'there is none: stored API keys and secrets cannot be read', mend);
const wrong = error(check, 'it does not open what is sealed: it is another one', mend);
