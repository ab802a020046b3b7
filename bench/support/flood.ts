import { askWith, httpClient } from './http-client.ts';

/** Requests in their bytes, taken in turn by clients that keep their connections and wait for each answer. */
export type Flood = {
  readonly url: string;
  readonly requests: readonly Uint8Array[];
  readonly clients: number;
  readonly count: number;
};

export type FloodResult = {
  readonly perSecond: number;
  readonly waitsMs: readonly number[];
  readonly bodyBytes: number;
};

export type RequestText = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export function requestBytes(url: string, { method = 'GET', path, headers = {}, body }: RequestText): Uint8Array {
  const all = {
    host: new URL(url).host,
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/** As fast as the answers come. Throws on any answer but 200. */
export async function flood({ url, requests, clients, count }: Flood): Promise<FloodResult> {
  const all = await Promise.all(Array.from({ length: clients }, () => httpClient(url)));
  const waitsMs: number[] = [];
  let bodyBytes = 0;
  let sent = 0;
  const next = () => (sent < count ? requests[sent++ % requests.length]! : null);
  const start = performance.now();
  try {
    await Promise.all(
      all.map(async (client) => {
        for (let request = next(); request !== null; request = next()) {
          const askedAt = performance.now();
          const bytes = await askWith(client, request);
          bodyBytes += bytes;
          waitsMs.push(performance.now() - askedAt);
        }
      }),
    );
  } finally {
    for (const client of all) client.close();
  }
  return { perSecond: count / ((performance.now() - start) / 1_000), waitsMs, bodyBytes };
}
