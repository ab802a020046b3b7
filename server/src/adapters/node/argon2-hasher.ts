import { type Options, hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../../accounts/ports.ts';
import { createLanes } from '../../shared/lanes.ts';

/** The library's number for argon2id: its own name for it is a const enum, which sources that run unbuilt cannot read. */
const argon2id = 2 as number as Options['algorithm'];

/** OWASP's argon2id floor. Raise it here; stored hashes follow at the next sign-in. */
const memoryKiB = 19_456;
const passes = 2;
const lanes = 1;
const current = `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$`;

/** At most `atOnce` hashes run side by side, so that a crowd of sign-ins cannot take every core from the rest. */
export function createArgon2Hasher(atOnce: number): PasswordHasher {
  const run = createLanes(atOnce);
  const options = { algorithm: argon2id, memoryCost: memoryKiB, timeCost: passes, parallelism: lanes };
  return {
    hash: (password) => run(() => hash(password, options)),
    verify: (stored, password) => run(() => verify(stored, password)),
    needsRehash: (stored) => !stored.startsWith(current),
  };
}
