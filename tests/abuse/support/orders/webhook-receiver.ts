import { createServer } from 'node:http';
import { listen } from '../../../support/listen.ts';

export type ReceivedMessage = { readonly id: string; readonly orderId: string; readonly body: string };

export type WebhookReceiver = {
  readonly url: string;
  readonly received: ReceivedMessage[];
  /** Told of each message before it is answered. */
  onMessage: ((message: ReceivedMessage) => void) | null;
  close(): Promise<void>;
};

/** A customer's server that takes whatever comes. */
export async function startWebhookReceiver(host = '127.0.0.1'): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('error', () => {});
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { order_id: string } };
      const message = { id: String(request.headers['webhook-id']), orderId: data.order_id, body };
      receiver.received.push(message);
      receiver.onMessage?.(message);
      // Late enough that a kill comes between the two.
      setTimeout(() => response.writeHead(204).end(), 10);
    });
  });
  const { port, close } = await listen(server, host);
  const receiver: WebhookReceiver = {
    url: `http://${host}:${port}/hook`,
    received: [],
    onMessage: null,
    close,
  };
  return receiver;
}
