import { get } from 'node:http';
import type { Bench } from '../support/bench.ts';
import { requestBytes } from '../support/flood.ts';
import { type Flooded, floodBoxes } from './flood-boxes.ts';
import { httpClient } from '../support/http-client.ts';

/** A WFS that can be asked and watched. */
export type FeatureServer = {
  readonly name: string;
  /** The body of one answer as it comes. */
  get(query: string): Promise<AsyncIterable<Uint8Array>>;
  /** Every query once, by so many clients. */
  flood(queries: readonly string[], clients: number): Promise<Flooded>;
  /** That it has used so far. */
  cpuSeconds(): Promise<number>;
  /** Null where the system does not tell. */
  residentMb(): number | null;
};

const path = '/streaming/v1/ogc/wfs';

export function swathServer({ served, headers }: Bench): FeatureServer {
  // Compression would be measured instead.
  const plain = { ...headers, 'accept-encoding': 'identity' };
  return {
    name: 'Swath',
    // As plain as the client of the peer: `fetch` takes as long to read an answer as it takes to be made.
    get: (query) =>
      new Promise((resolve, reject) => {
        const asked = get(`${served.url}${path}?${query}`, { headers: plain, agent: false }, (answer) => {
          if (answer.statusCode === 200) return resolve(answer);
          answer.resume();
          reject(new Error(`${query}: ${answer.statusCode}`));
        });
        asked.on('error', reject);
      }),
    async flood(queries, clients) {
      const requests = queries.map((query) => requestBytes(served.url, { path: `${path}?${query}`, headers: plain }));
      return floodBoxes(requests, await Promise.all(Array.from({ length: clients }, () => httpClient(served.url))));
    },
    cpuSeconds: () => served.cpuSeconds(),
    residentMb: () => served.residentMb()?.now ?? null,
  };
}
