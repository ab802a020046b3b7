import { type IncomingMessage, type ServerResponse, createServer, request as httpRequest } from 'node:http';
import { listen } from '../../support/listen.ts';

export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** To the server behind, and its answer back, unless nobody is to see that. */
  forward(options?: { readonly isAnswerLost?: boolean }): void;
  fail(status: number, code: string, headers?: Readonly<Record<string, string>>): void;
};

export type S3Proxy = {
  readonly endpoint: string;
  /** What was asked for, as `PUT /bucket/key?x`. */
  readonly asked: string[];
  deviation: ((exchange: Exchange) => void) | null;
  close(): Promise<void>;
};

/** Stands before a real S3 server and makes trouble. */
export async function startS3Proxy(target: string): Promise<S3Proxy> {
  const server = createServer((request, response) => {
    proxy.asked.push(`${request.method} ${request.url}`);
    request.on('error', () => {});
    response.on('error', () => {});
    const exchange: Exchange = {
      request,
      response,
      forward: ({ isAnswerLost = false } = {}) => {
        const { method, headers, url } = request;
        const onward = httpRequest(new URL(url!, target), { method: method!, headers }, (answer) => {
          if (isAnswerLost) return void answer.resume().on('end', () => request.socket.destroy());
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        });
        onward.on('error', () => request.socket.destroy());
        request.pipe(onward);
      },
      fail: (status, code, headers = {}) => {
        request.resume();
        const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>trouble</Message></Error>`;
        request.on('end', () =>
          response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body),
        );
      },
    };
    if (proxy.deviation === null) exchange.forward();
    else proxy.deviation(exchange);
  });
  const { url: endpoint, close } = await listen(server);
  const proxy: S3Proxy = {
    endpoint,
    asked: [],
    deviation: null,
    close,
  };
  return proxy;
}
