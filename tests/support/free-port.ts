import { createServer } from 'node:net';

/** Below those that systems give to whoever asks for any: what is given back here stays free until it is taken. */
const [lowest, count] = [20_000, 12_000];
let next = Math.floor(Math.random() * count);

/** A port where nobody listens now; whoever asked should take it soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + (next++ % count);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => void probe.close(() => resolve(true)));
  });
