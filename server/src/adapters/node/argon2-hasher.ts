import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../../accounts/ports.ts';
import { createLanes } from '../../shared/lanes.ts';

/** OWASP's floor for argon2id, the library's default kind. Raise it here; stored hashes follow at the next sign-in. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const current = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`;

/** About ten seconds of hashing on one core: whoever comes later is told to come again. */
const mostWaiting = 400;

/** At most `atOnce` hashes run side by side, so that a crowd of sign-ins cannot take every core from the rest. */
export function createArgon2Hasher(atOnce: number): PasswordHasher {
  const run = createLanes(atOnce, mostWaiting);
  return {
    hash: (password) => run(() => hash(password, options)),
    verify: (stored, password, before) =>
      run(async () => {
        await before?.();
        return verify(stored, password);
      }),
    needsRehash: (stored) => !stored.startsWith(current),
  };
}
