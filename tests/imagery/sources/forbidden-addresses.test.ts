import { type Server, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../server/src/shared/public-address.ts';
import { createTiffReader } from '../../../server/src/adapters/tiff/tiff-reader.ts';
import { makeTiff, plainImage } from '../support/make-image.ts';
import { startRangeServer } from '../support/range-server.ts';

let connections = 0;
let server: Server;
let port = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  connections = 0;
});
afterAll(() => void server.close());

const isAllowedAddress = (address: string) => address === '127.0.0.1';
const fast = { attempts: 2, firstDelayMs: 1, timeoutMs: 500 };

describe('addresses that imagery is not read from', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    'localhost',
    'LOCALHOST',
  ])('%s: forbidden, and nothing connects', async (host) => {
    const opening = createTiffReader({ http: fast }).open(`http://${host}:${port}/scene.tif`);
    await expect(opening).rejects.toMatchObject({ kind: 'forbidden' });
    expect(connections).toBe(0);
  });

  test('nor by way of a redirect from a server that is allowed', async () => {
    const allowed = await startRangeServer(makeTiff(plainImage));
    const targets = [`http://[::1]:${port}/`, `http://127.0.0.2:${port}/`, 'ftp://example.com/x', 'file:///etc/passwd'];
    for (const location of targets) {
      allowed.deviation = (_, response) => response.writeHead(302, { location }).end();
      const reader = createTiffReader({ http: { ...fast, isAllowedAddress } });
      await expect(reader.open(allowed.url)).rejects.toMatchObject({ kind: 'forbidden' });
    }
    expect(allowed.requests.length).toBe(targets.length);
    expect(connections).toBe(0);
    await allowed.close();
  });

  test('redirects are followed, five of them, and secrets stay with the host they are for', async () => {
    const [one, two] = [await startRangeServer(makeTiff(plainImage)), await startRangeServer(makeTiff(plainImage))];
    one.deviation = (_, response) => response.writeHead(307, { location: two.url }).end();
    const http = { ...fast, isAllowedAddress: () => true, headers: { authorization: 'Bearer s3cret' } };
    expect((await createTiffReader({ http }).open(one.url)).info.width).toBe(50);
    expect(one.requests[0]!.headers.authorization).toBe('Bearer s3cret');
    expect(two.requests[0]!.headers.authorization).toBeUndefined();
    expect(two.requests[0]!.headers.range).toBe('bytes=0-65535');
    one.deviation = (request, response) => response.writeHead(302, { location: `${request.url}x` }).end();
    await expect(createTiffReader({ http }).open(one.url)).rejects.toThrow('redirects without end');
    await one.close();
    await two.close();
  });

  test.each([
    '8.8.8.8',
    '93.184.216.34',
    '2606:2800:220:1:248:1893:25c8:1946',
    '192.0.3.1',
    '172.32.0.1',
    '100.128.0.1',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001::1',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
});
