import autocannon from 'autocannon';
import { type Line, median } from '../support/report.ts';
import { type Served, createKey, serve, signIn } from '../support/serve.ts';

type Load = { readonly path: string; readonly headers?: Record<string, string> };

/** `GET /auth/self` with a key against a public answer of about its size behind the same hooks, turn by turn. */
export async function keyRoute(rounds: number): Promise<readonly Line[]> {
  const served = await serve({ SWATH_LOG_LEVEL: 'info' });
  try {
    const token = await signIn(served);
    const key = await createKey(served, token);
    const open: Load = { path: '/' };
    const byKey: Load = { path: '/auth/self', headers: { 'vendor-api-key': key } };
    const byToken: Load = { path: '/auth/self', headers: { authorization: `Bearer ${token}` } };
    for (const load of [open, byKey, byToken]) await run(served, load, 2);
    const keyRatios: number[] = [];
    const tokenRatios: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const publicRate = await run(served, open, 2);
      const keyRate = await run(served, byKey, 2);
      const tokenRate = await run(served, byToken, 2);
      const publicAgain = await run(served, open, 2);
      const base = (publicRate + publicAgain) / 2;
      keyRatios.push(keyRate / base);
      tokenRatios.push(tokenRate / base);
      rates.push(keyRate);
      console.error(
        `round ${round + 1}: public ${base.toFixed(0)}/s, key ${keyRate.toFixed(0)}/s, token ${tokenRate.toFixed(0)}/s`,
      );
    }
    const ratio = median(keyRatios);
    return [
      {
        what: '`GET /auth/self` with a key : public route of the same size',
        measured: `${ratio.toFixed(2)} (${median(rates).toFixed(0)} requests/s)`,
        bound: 'at least 0.80',
        isHeld: ratio >= 0.8,
      },
      {
        what: '`GET /auth/self` with a token : the same',
        measured: median(tokenRatios).toFixed(2),
        bound: '(shown)',
        isHeld: true,
      },
    ];
  } finally {
    await served.stop();
  }
}

async function run(served: Served, { path, headers }: Load, seconds: number): Promise<number> {
  const result = await autocannon({
    url: served.url + path,
    connections: 16,
    duration: seconds,
    ...(headers ? { headers } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} answers were not 2xx`);
  return result.requests.average;
}
