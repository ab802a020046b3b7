import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { composedPassword } from '../../accounts/password-text.ts';
import type { PasswordHasher } from '../../accounts/ports.ts';
import { createLanes } from '../../shared/lanes.ts';

/** OWASP's floor for argon2id, the library's default kind. Raise it here; stored hashes follow at the next sign-in. */
const defaultCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type HashingCost = typeof defaultCost;

/** About ten seconds of hashing on one core: whoever comes later is told to come again. */
const queue = { mostWaiting: 400, refusal: { reason: 'too many sign-ins at once', retryAfterSeconds: 5 } };

/** At most `atOnce` hashes run side by side, so that a crowd of sign-ins cannot take every core from the rest. */
export function createArgon2Hasher(atOnce: number, cost: HashingCost = defaultCost): PasswordHasher {
  const run = createLanes({ width: atOnce, ...queue });
  const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  return {
    decoy: `${prefix}${randomBase64(16)}$${randomBase64(32)}`,
    hash: (password) => run(() => hash(composedPassword(password), cost)),
    verify: (stored, password, turn) =>
      run(async () => {
        await turn?.before();
        const isRight = await isPassword(stored, password);
        await turn?.after(isRight);
        return isRight;
      }),
    needsRehash: (stored) => !stored.startsWith(prefix),
  };
}

/** Hashes of earlier releases are of the password as it was typed. */
async function isPassword(stored: string, password: string): Promise<boolean> {
  const composed = composedPassword(password);
  return (await verify(stored, composed)) || (composed !== password && (await verify(stored, password)));
}

const randomBase64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
