/** What authentication costs: run with `npm run bench`. `--keys N` sets how many keys are stored for the key check. */
import { parseArgs } from 'node:util';
import { keyCheck } from './auth/key-check.ts';
import { keyRoute } from './auth/key-route.ts';
import { signInCrowd } from './auth/sign-in-crowd.ts';
import { report } from './support/report.ts';

const { values } = parseArgs({
  options: { keys: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '7' } },
});

const lines = [
  ...(await keyRoute(4 * Number(values.rounds))),
  ...(await keyCheck(Number(values.keys))),
  ...(await signInCrowd(Number(values.rounds))),
];
report('bench/auth', lines);
