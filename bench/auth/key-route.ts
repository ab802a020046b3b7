import { hammer } from '../support/hammer.ts';
import { type Line, median } from '../support/report.ts';
import { builtTwin } from '../support/built-server.ts';
import { type Served, createKey, serve, signIn } from '../support/serve.ts';

type Load = { readonly path: string; readonly headers?: Record<string, string> };
type Turn = { readonly perSecond: number; readonly cpuUs: number };

const requestsATurn = 3_000;

/** `GET /auth/self` with a key against a public route that answers the same object behind the same hooks, in short turns. */
export async function keyRoute(rounds: number): Promise<readonly Line[]> {
  const served = await serve({ SWATH_LOG_LEVEL: 'info' }, { program: await builtTwin() });
  try {
    const token = await signIn(served);
    const key = await createKey(served, token);
    const byKey: Load = { path: '/auth/self', headers: { 'vendor-api-key': key } };
    const open = await recorded(served, byKey);
    const byToken: Load = { path: '/auth/self', headers: { authorization: `Bearer ${token}` } };
    for (const load of [open, byKey, byToken, open, byKey, byToken]) await run(served, load);
    const turns: Record<'open' | 'key' | 'token', Turn>[] = [];
    for (let round = 0; round < rounds; round++)
      turns.push({ open: await run(served, open), key: await run(served, byKey), token: await run(served, byToken) });
    const ratio = (kind: 'key' | 'token') => median(turns.map((turn) => turn[kind].perSecond / turn.open.perSecond));
    const cpu = (kind: 'open' | 'key' | 'token') => `${median(turns.map((turn) => turn[kind].cpuUs)).toFixed(0)} us`;
    const rate = median(turns.map((turn) => turn.key.perSecond)).toFixed(0);
    return [
      {
        what: '`GET /auth/self` with a key : public route of the same size, requests',
        measured: `${ratio('key').toFixed(2)} (${rate} a second)`,
        bound: 'at least 0.80',
        isHeld: ratio('key') >= 0.8,
      },
      {
        what: 'the same with a bearer token',
        measured: ratio('token').toFixed(2),
        bound: '(shown)',
        isHeld: true,
      },
      {
        what: 'CPU of a request: public, key, token',
        measured: `${cpu('open')}, ${cpu('key')}, ${cpu('token')}`,
        bound: '(shown)',
        isHeld: true,
      },
    ];
  } finally {
    await served.stop();
  }
}

async function recorded(served: Served, { path, headers }: Load): Promise<Load> {
  const answer = await fetch(served.url + path, { headers });
  served.send({ number: 0, type: answer.headers.get('content-type')!, text: await answer.text(), isWritten: false });
  return { path: '/bench/public/0' };
}

async function run(served: Served, { path, headers }: Load): Promise<Turn> {
  const cpuBefore = await served.cpuSeconds();
  const perSecond = await hammer({ url: served.url, path, headers, connections: 16, requests: requestsATurn });
  const cpuSeconds = (await served.cpuSeconds()) - cpuBefore;
  return { perSecond, cpuUs: (cpuSeconds * 1e6) / requestsATurn };
}
