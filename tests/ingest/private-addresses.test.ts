import { type Server, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpJson } from '../../server/src/adapters/ingest/http-json.ts';

let listener: Server;
let port: number;
let connections = 0;
beforeAll(async () => {
  listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, resolve));
  ({ port } = listener.address() as { port: number });
});
afterAll(() => void listener.close());

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0177.0.0.1', '0x7f.1', '0.0.0.0'])(
  'S4: an ingest from %s makes no connection unless SWATH_ALLOW_PRIVATE_ENDPOINTS says so',
  async (host) => {
    const http = createHttpJson({ arePrivateAllowed: false });
    const url = `http://${host}:${port}/items.ndjson`;
    await expect(http.readWith({ url, method: 'GET' }, async () => undefined)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    http.close();
    expect(connections).toBe(0);
  },
);
