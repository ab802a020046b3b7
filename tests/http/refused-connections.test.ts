import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchangeBytes } from '../support/raw-socket.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
beforeAll(async () => {
  swath = await startService();
});
afterAll(() => swath.stop());

test.each(['/nonsense', '/%zz', '/search'])(
  'who asks to be hung up on is told so, also where %s is refused',
  async (path) => {
    const asked = [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', '', ''].join('\r\n');
    const answer = await exchangeBytes(swath.url, asked);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d [^]*\r\nConnection: close\r\n/i);
  },
);
