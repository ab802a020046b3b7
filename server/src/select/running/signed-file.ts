import type { Service } from '../../service.ts';
import { minuteMs } from '../../shared/clock.ts';
import { signedQuery } from '../../vault/signed-url.ts';
import type { FileFormat } from '../files/formats.ts';

const validForMs = 10 * minuteMs;

export const filePath = (id: string, format: FileFormat): string => `/select/files/${id}.${format}`;

/** An address of a file that needs no credential, for a while. */
export function signFile(
  { config, vault, clock }: Pick<Service, 'config' | 'vault' | 'clock'>,
  id: string,
  format: FileFormat,
): string {
  const path = filePath(id, format);
  return `${config.baseUrl}${path}?${signedQuery(vault, path, { download: '1' }, clock.nowMs() + validForMs)}`;
}
