import { type Socket, connect } from 'node:net';

export type Hammering = {
  readonly url: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly connections: number;
  readonly requests: number;
};

/** Sends the same GET over kept connections as fast as the answers come; requests a second. Throws on any answer but 200. */
export async function hammer({ url, path, headers = {}, connections, requests }: Hammering): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n`);
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(Number(port), hostname)));
  let left = requests;
  const start = performance.now();
  await Promise.all(sockets.map((socket) => drive(socket, bytes, () => left-- > 0)));
  const seconds = (performance.now() - start) / 1_000;
  for (const socket of sockets) socket.destroy();
  return requests / seconds;
}

function opened(port: number, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket)).setNoDelay(true);
    socket.once('error', reject);
  });
}

function drive(socket: Socket, request: Buffer, isMore: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    const next = () => (isMore() ? void socket.write(request) : resolve());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      if (!received.startsWith('HTTP/1.1 200')) return reject(new Error(received.slice(0, 200)));
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
      if (received.length < headEnd + 4 + length) return;
      received = '';
      next();
    });
    next();
  });
}
