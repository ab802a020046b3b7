import { type Socket, connect } from 'node:net';

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
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(Array.from({ length: clients }, () => opened(Number(port), hostname)));
  const waitsMs: number[] = [];
  let bodyBytes = 0;
  let sent = 0;
  const next = () => (sent < count ? requests[sent++ % requests.length]! : null);
  const start = performance.now();
  try {
    await Promise.all(
      sockets.map(async (socket) => {
        for (let request = next(); request !== null; request = next()) {
          const askedAt = performance.now();
          const bytes = await exchange(socket, request);
          bodyBytes += bytes;
          waitsMs.push(performance.now() - askedAt);
        }
      }),
    );
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  return { perSecond: count / ((performance.now() - start) / 1_000), waitsMs, bodyBytes };
}

function opened(port: number, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket)).setNoDelay(true);
    socket.once('error', reject);
  });
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/** The bytes of the answer's body, without looking at them: the clients share the machine with the server. */
function exchange(socket: Socket, request: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let length: number | null = null;
    let received = 0;
    let tail = Buffer.alloc(0);
    const end = (settle: () => void) => {
      socket.off('data', take).off('error', fail).off('close', closed);
      settle();
    };
    const fail = (error: Error) => end(() => reject(error));
    const closed = () => fail(new Error('the connection was closed'));
    const take = (chunk: Buffer) => {
      if (length === null) {
        head = Buffer.concat([head, chunk]);
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const text = head.toString('latin1', 0, headEnd);
        if (!text.startsWith('HTTP/1.1 200')) return fail(new Error(head.toString('latin1', 0, 500)));
        length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? Number.NaN);
        take(head.subarray(headEnd + 4));
        return;
      }
      received += chunk.length;
      if (Number.isNaN(length)) tail = Buffer.concat([tail, chunk]).subarray(-lastChunk.length);
      if (Number.isNaN(length) ? tail.equals(lastChunk) : received >= length) end(() => resolve(received));
    };
    socket.on('data', take).once('error', fail).once('close', closed);
    socket.write(request);
  });
}
