import type { Service } from '../service.ts';
import { emailKey } from './account.ts';

/** What the failed sign-ins of an account are counted under: a keyed hash, so that the table names nobody. */
export const accountSubject = ({ vault }: Pick<Service, 'vault'>, username: string): string =>
  vault.digest('throttle', `account ${emailKey(username)}`).toString('base64url');
