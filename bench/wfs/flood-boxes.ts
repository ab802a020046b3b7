import type { Client } from '../support/http-client.ts';

export type Flooded = {
  readonly perSecond: number;
  /** Of the clients, who share the machine with the server. */
  readonly clientCpuMs: number;
  readonly bodyBytes: number;
};

/** Every request once, taken in turn by clients, as fast as the answers come. */
export async function floodBoxes(requests: readonly Uint8Array[], clients: readonly Client[]): Promise<Flooded> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  try {
    const bodyBytes = await answered(requests, clients);
    const { user, system } = process.cpuUsage(before);
    return {
      perSecond: requests.length / ((performance.now() - start) / 1_000),
      clientCpuMs: (user + system) / 1_000 / requests.length,
      bodyBytes,
    };
  } finally {
    for (const client of clients) client.close();
  }
}

function answered(requests: readonly Uint8Array[], clients: readonly Client[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let [sent, received, bodyBytes] = [0, 0, 0];
    for (const client of clients) {
      const next = () => {
        if (sent < requests.length) client.ask(requests[sent++]!, done);
      };
      const done = (bytes: number | Error) => {
        if (typeof bytes !== 'number') return reject(bytes);
        bodyBytes += bytes;
        received += 1;
        if (received === requests.length) resolve(bodyBytes);
        else next();
      };
      next();
    }
  });
}
