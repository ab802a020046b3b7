import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { type SecureContextOptions, createSecureContext } from 'node:tls';
import type { SettingsCheck } from '../config.ts';
import type { Service } from '../service.ts';
import { errorText } from '../shared/error-text.ts';

type Needs = Pick<Service, 'log'> & { readonly config: Pick<Service['config'], 'SWATH_TLS_CERT' | 'SWATH_TLS_KEY'> };
type Secured = { setSecureContext(options: SecureContextOptions): void };

/** The certificate and its key as the files have them; null where the service speaks plain HTTP. */
export function readTls({ config }: Pick<Needs, 'config'>): SecureContextOptions | null {
  const { SWATH_TLS_CERT: cert, SWATH_TLS_KEY: key } = config;
  if (cert === null || key === null) return null;
  try {
    const read = { cert: readFileSync(cert), key: readFileSync(key), minVersion: 'TLSv1.2' as const };
    // Throws where the two do not fit: at the start, or before the ones in use are given up.
    createSecureContext(read);
    return read;
  } catch (error) {
    throw new Error(`SWATH_TLS_CERT and SWATH_TLS_KEY cannot be used: ${errorText(error)}`, { cause: error });
  }
}

/** Files that cannot be used are settings that cannot be. */
export const tlsProblems: SettingsCheck = ({ SWATH_TLS_CERT: cert = null, SWATH_TLS_KEY: key = null }) => {
  try {
    readTls({ config: { SWATH_TLS_CERT: cert, SWATH_TLS_KEY: key } });
    return [];
  } catch (error) {
    return [errorText(error)];
  }
};

const lookEveryMs = 2_000;

/** New connections get what the files have now, when they change or SIGHUP comes; what cannot be used changes nothing. */
export function followTls(needs: Needs, servers: () => readonly Secured[]): () => void {
  const { config, log } = needs;
  const files = [config.SWATH_TLS_CERT, config.SWATH_TLS_KEY].filter((file) => file !== null);
  if (files.length < 2) return () => {};
  const renew = () => {
    try {
      const options = readTls(needs)!;
      for (const server of servers()) server.setSecureContext(options);
      log.info('the certificate is read again');
    } catch (error) {
      log.warn('the certificate stays as it was', { error: errorText(error) });
    }
  };
  // By looking, because certificates are mostly exchanged by links and renames, which other ways of watching lose.
  for (const file of files) watchFile(file, { interval: lookEveryMs, persistent: false }, renew);
  process.on('SIGHUP', renew);
  return () => {
    for (const file of files) unwatchFile(file, renew);
    process.off('SIGHUP', renew);
  };
}
