import type { PictureArchive } from '../../http/imagery/picture-archive.ts';
import { startTlsFront } from '../../select/clients/tls-front.ts';
import { freePort } from '../../support/free-port.ts';
import { runPython } from '../../support/run-python.ts';
import type { StartOptions } from '../../support/start-service.ts';
import { startDeliveryService } from './support-delivery-service.ts';

export type MaxArdService = PictureArchive & {
  /** Runs a script of this folder with max_ard pointed to the service; gives what it prints. */
  runMaxArd<T>(python: string, script: string, plan: unknown, env?: Readonly<Record<string, string>>): Promise<T>;
};

/** A service that delivers, behind TLS, for max_ard speaks nothing else. */
export async function startMaxArdService(
  settings: Readonly<Record<string, string>> = {},
  options: StartOptions = {},
): Promise<MaxArdService> {
  const port = await freePort();
  const front = await startTlsFront(port);
  const archive = await startDeliveryService({ SWATH_PUBLIC_URL: `https://localhost:${port}`, ...settings }, options);
  front.to(archive.url);
  const environment = {
    ...process.env,
    MAXAR_ARD_HOSTNAME: `localhost:${port}/api/v1`,
    REQUESTS_CA_BUNDLE: front.certificate,
    ARD_USERNAME: archive.admin.email,
    ARD_PASSWORD: archive.admin.password,
  };
  return {
    ...archive,
    runMaxArd: (python, script, plan, env = {}) =>
      runPython(python, new URL(script, import.meta.url), plan, { ...environment, ...env }),
    stop: async () => {
      await archive.stop();
      await front.close();
    },
  };
}
