import { createServer } from 'node:http';
import { connect } from 'node:net';
import { startTlsFront } from '../select/clients/tls-front.ts';
import { freePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';

/** Hosts that clients have built in, and what sends them here: nothing in a client is changed. */
export type VendorHosts = {
  /** What a client's process is started with. */
  readonly environment: Readonly<Record<string, string>>;
  to(url: string): void;
  close(): Promise<void>;
};

/** A proxy of this machine that leads to the service whatever host is asked for, with a certificate of those hosts. */
export async function startVendorHosts(hosts: readonly string[]): Promise<VendorHosts> {
  const port = await freePort();
  const front = await startTlsFront(port, hosts);
  const proxy = createServer((_, answer) => answer.writeHead(405).end());
  proxy.on('connect', (_, client, head) => {
    const onward = connect(port, 'localhost', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(client).pipe(onward);
    });
    for (const socket of [client, onward]) socket.on('error', () => [client, onward].forEach((each) => each.destroy()));
  });
  const { url, close } = await listen(proxy);
  return {
    environment: {
      HTTPS_PROXY: url,
      REQUESTS_CA_BUNDLE: front.certificate,
    },
    to: front.to,
    close: async () => {
      await front.close();
      await close();
    },
  };
}
