import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { WebhookEvent } from '../../server/src/notifications/webhook.ts';

export type Delivery = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export type WebhookReceiver = {
  readonly url: string;
  readonly port: number;
  readonly received: Delivery[];
  readonly connections: () => number;
  /** What the next ones get; the last answer stays. */
  answerWith(...answers: Answer[]): void;
  close(): Promise<void>;
};

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end('seen');

/** A real HTTP server on loopback, on both families, that counts connections and keeps what comes. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Delivery[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let answers: Answer[] = [status(200)];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      answer(response, request);
    });
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '::');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    connections: () => connections,
    answerWith: (...given) => void (answers = given),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export const anEvent = (url: string, change: Partial<WebhookEvent> = {}): WebhookEvent => ({
  id: 'msg_1',
  accountId: 'account-1',
  url,
  type: 'order.succeeded',
  body: '{"type":"order.succeeded","data":{"name":"Zoë"}}',
  orderId: '5149112381921233190',
  createdAtMs: 0,
  ...change,
});
