import { type Socket, Server, connect, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { call } from '../support/call.ts';
import { startService } from '../support/start-service.ts';

test('PORT=0: whoever still tries the port that is looked at does not hold the start up', async () => {
  const plain = Server.prototype.listen;
  let caller: Socket | null = null;
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server, ...args) {
    const isListening = args.pop() as unknown as () => void;
    return Reflect.apply(plain, this, [
      ...args,
      () => {
        this.once('connection', () => setImmediate(isListening));
        caller = connect((this.address() as { port: number }).port, '127.0.0.1').on('error', () => {});
      },
    ]) as Server;
  });
  const swath = await startService();
  listen.mockRestore();
  expect(caller).not.toBeNull();
  expect((await call(swath.url, 'GET', '/readyz')).status).toBe(200);
  await swath.stop();
});

test('PORT=0: the port that was found is nobody else’s while the service starts', async () => {
  const plain = Server.prototype.listen;
  const rival = createServer();
  const refused = new Promise((resolve) => void rival.once('listening', () => resolve(null)).once('error', resolve));
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server, ...args) {
    const isListening = args.pop() as unknown as () => void;
    return Reflect.apply(plain, this, [
      ...args,
      () => {
        const { port } = this.address() as { port: number };
        setTimeout(() => Reflect.apply(plain, rival, [port, '127.0.0.1']), 20);
        isListening();
      },
    ]) as Server;
  });
  const starting = startService();
  expect(await refused).toMatchObject({ code: 'EADDRINUSE' });
  listen.mockRestore();
  await (await starting).stop();
});
