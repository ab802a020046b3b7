import { createArgon2Hasher } from '../../server/src/adapters/node/argon2-hasher.ts';

/** The same argon2id at a thousandth of the cost, for tests whose subject is not what a password costs. */
export const quickHasher = createArgon2Hasher(1, { memoryCost: 64, timeCost: 1, parallelism: 1 });
