import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { listen } from '../../support/listen.ts';

export type ServedFile = { bytes: Uint8Array; etag: string | null; modified: string | null };

export type Deviation = (request: IncomingMessage, response: ServerResponse, answer: () => void) => void;

/** A server of one file with Range, which can be told to misbehave. Notes what it is asked for. */
export type RangeServer = {
  readonly url: string;
  readonly ranges: string[];
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  file: ServedFile;
  deviation: Deviation | null;
  close(): Promise<void>;
};

export async function startRangeServer(bytes: Uint8Array): Promise<RangeServer> {
  const ranges: string[] = [];
  const requests: RangeServer['requests'][number][] = [];
  const state: { file: ServedFile; deviation: Deviation | null } = {
    file: { bytes, etag: '"one"', modified: 'Thu, 01 Jan 2026 00:00:00 GMT' },
    deviation: null,
  };
  const server = createServer((request, response) => {
    ranges.push(request.headers.range ?? '');
    requests.push({ path: request.url ?? '', headers: request.headers });
    const answer = () => answerRange(request, response, state.file);
    if (state.deviation === null) answer();
    else state.deviation(request, response, answer);
  });
  const { url, close } = await listen(server);
  return Object.assign(state, { url: `${url}/scene.tif`, ranges, requests, close });
}

export function answerRange(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, etag, modified }: ServedFile,
): void {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const first = Number(from);
  const last = Math.min(to === '' ? bytes.length - 1 : Number(to), bytes.length - 1);
  if (first >= bytes.length) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  response.writeHead(206, {
    'content-range': `bytes ${first}-${last}/${bytes.length}`,
    'content-length': last - first + 1,
    ...(etag === null ? {} : { etag }),
    ...(modified === null ? {} : { 'last-modified': modified }),
  });
  response.end(bytes.subarray(first, last + 1));
}
