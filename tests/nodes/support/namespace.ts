import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';

/** A network of its own for a process, joined to this machine's by a pair of devices that can be cut. */
export type Namespace = {
  /** This machine's address, as seen from within. */
  readonly host: string;
  /** What a command has to begin with. */
  readonly within: readonly string[];
  setCut(isCut: boolean): void;
};

const ip = (...words: readonly string[]): boolean => spawnSync('ip', words, { stdio: 'ignore' }).status === 0;

/** Null where this machine does not let us: it takes root and `ip`. */
export function openNamespace(number: number): Namespace | null {
  const tail = randomBytes(3).toString('hex');
  const [name, outer, inner] = [`swath-${tail}`, `sw${tail}o`, `sw${tail}i`];
  const [host, guest] = [`10.213.${number}.1`, `10.213.${number}.2`];
  if (!ip('netns', 'add', name)) return null;
  onTestFinished(() => void (ip('netns', 'del', name), ip('link', 'del', outer)));
  const isMade =
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner) &&
    ip('link', 'set', inner, 'netns', name) &&
    ip('addr', 'add', `${host}/24`, 'dev', outer) &&
    ip('link', 'set', outer, 'up') &&
    ip('-n', name, 'addr', 'add', `${guest}/24`, 'dev', inner) &&
    ip('-n', name, 'link', 'set', inner, 'up') &&
    ip('-n', name, 'link', 'set', 'lo', 'up');
  if (!isMade) return null;
  return {
    host,
    within: ['ip', 'netns', 'exec', name],
    setCut: (isCut) => void ip('link', 'set', outer, isCut ? 'down' : 'up'),
  };
}
