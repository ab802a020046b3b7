import { type Permission, permissions } from '../accounts/account.ts';
import { asChoice } from './read-arguments.ts';

/** `admin` comes with the role and never with a key, so it cannot be asked for by itself. */
export const grantable = permissions.filter((permission) => permission !== 'admin');

export const asPermissions = (texts: readonly string[] | undefined): readonly Permission[] | undefined =>
  texts?.map((text) => asChoice('--permission', text, grantable));
