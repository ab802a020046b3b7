import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = { readonly port: number; readonly url: string; close(): Promise<void> };

/** Puts a server of a test on a free port of this machine; closing waits for nobody who is still connected. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<Listening> {
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
