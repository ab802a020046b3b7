import type { Bench } from '../support/bench.ts';
import { flood, requestBytes } from '../support/flood.ts';

/** A WFS that can be asked and watched. */
export type FeatureServer = {
  readonly name: string;
  /** The body of one answer as it comes. */
  get(query: string): Promise<AsyncIterable<Uint8Array>>;
  /** Every query once, by so many clients: requests a second. */
  flood(queries: readonly string[], clients: number): Promise<number>;
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
    async get(query) {
      const answer = await fetch(`${served.url}${path}?${query}`, { headers: plain });
      if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
      return answer.body!;
    },
    async flood(queries, clients) {
      const requests = queries.map((query) => requestBytes(served.url, { path: `${path}?${query}`, headers: plain }));
      return (await flood({ url: served.url, requests, clients, count: requests.length })).perSecond;
    },
    cpuSeconds: () => served.cpuSeconds(),
    residentMb: () => served.residentMb()?.now ?? null,
  };
}
