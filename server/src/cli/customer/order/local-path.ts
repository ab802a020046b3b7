import { join } from 'node:path';
import { CommandFailure, exitCodes } from '../../command.ts';

const unsafe = /[\\\0]|^[A-Za-z]:|^\//;

/** Where a file of an order goes in a folder: its key without the order's own folder, and never outside. */
export function localPath(folder: string, id: string, key: string): string {
  const name = key.startsWith(`${id}/`) ? key.slice(id.length + 1) : key;
  const parts = name.split('/');
  if (unsafe.test(name) || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new CommandFailure(`the order has a file with a name that is no path: '${key}'`, exitCodes.refused);
  return join(folder, ...parts);
}
