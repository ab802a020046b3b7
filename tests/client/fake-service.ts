import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../support/listen.ts';

export type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: unknown };
export type Answer = {
  status?: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
  delayMs?: number;
  /** Not before this. */
  after?: Promise<unknown>;
};

export type FakeService = {
  readonly url: string;
  readonly seen: Seen[];
  callsTo(path: string): Seen[];
  stop(): Promise<void>;
};

/** A loopback service that records what it is asked and answers what the test says. */
export async function startFakeService(answer: (seen: Seen) => Answer | 'hang up'): Promise<FakeService> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const call = recorded(request, text);
      seen.push(call);
      return respond(response, answer(call), `request-${seen.length}`);
    });
  });
  const { url, close } = await listen(server);
  return {
    url,
    seen,
    callsTo: (path) => seen.filter((call) => call.path === path),
    stop: close,
  };
}

async function respond(response: ServerResponse, answer: Answer | 'hang up', requestId: string): Promise<void> {
  if (answer === 'hang up') {
    response.destroy();
    return;
  }
  if (answer.delayMs) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
  await answer.after;
  response.writeHead(answer.status ?? 200, { 'x-vendor-requestid': requestId, ...answer.headers });
  response.end(answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body)));
}

function recorded(request: IncomingMessage, text: string): Seen {
  const isJson = request.headers['content-type']?.includes('json') && text !== '';
  const body: unknown = isJson ? JSON.parse(text) : text;
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
