import { connect } from 'node:net';

export const recordTypes = { beginRequest: 1, endRequest: 3, params: 4, stdin: 5, stdout: 6, stderr: 7 } as const;
const { beginRequest, endRequest, params, stdin, stdout, stderr } = recordTypes;

/** One GET to a FastCGI server without a web server between: the parts of the answer's body. */
export async function* fastcgiGet(socketPath: string, query: string): AsyncGenerator<Buffer> {
  const socket = connect(socketPath);
  socket.write(fastcgiBytes(query));
  try {
    let isBody = false;
    let head = Buffer.alloc(0);
    for await (const part of outputOf(socket)) {
      if (isBody) {
        yield part;
        continue;
      }
      head = Buffer.concat([head, part]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) continue;
      const status = /^Status: (\d+)/im.exec(head.toString('latin1', 0, end))?.[1] ?? '200';
      if (status !== '200') throw new Error(`FastCGI answered ${head.toString('latin1', 0, 500)}`);
      isBody = true;
      yield head.subarray(end + 4);
    }
  } finally {
    socket.destroy();
  }
}

async function* outputOf(socket: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of socket) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (; at + 8 <= rest.length;) {
      const [type, length, padding] = [rest[at + 1], rest.readUInt16BE(at + 4), rest[at + 6]!];
      if (at + 8 + length + padding > rest.length) break;
      const content = rest.subarray(at + 8, at + 8 + length);
      if (type === stderr && length > 0) throw new Error(`FastCGI complains: ${content.toString()}`);
      if (type === endRequest) return;
      if (type === stdout && length > 0) yield content;
      at += 8 + length + padding;
    }
    rest = rest.subarray(at);
  }
  throw new Error('FastCGI broke off');
}

/** A GET as the web server would pass it on. */
export function fastcgiBytes(query: string): Buffer {
  const variables = {
    REQUEST_METHOD: 'GET',
    QUERY_STRING: query,
    SERVER_NAME: 'localhost',
    SERVER_PORT: '80',
    SCRIPT_NAME: '/wfs',
    SERVER_PROTOCOL: 'HTTP/1.1',
    GATEWAY_INTERFACE: 'CGI/1.1',
  };
  const pairs = Object.entries(variables).map(([name, value]) => {
    const [key, text] = [Buffer.from(name), Buffer.from(value)];
    return Buffer.concat([sizeOf(key.length), sizeOf(text.length), key, text]);
  });
  const responder = Buffer.from([0, 1, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([
    record(beginRequest, responder),
    record(params, Buffer.concat(pairs)),
    record(params, Buffer.alloc(0)),
    record(stdin, Buffer.alloc(0)),
  ]);
}

function sizeOf(length: number): Buffer {
  if (length < 128) return Buffer.of(length);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((length | 0x80_00_00_00) >>> 0);
  return bytes;
}

function record(type: number, content: Buffer): Buffer {
  const head = Buffer.from([1, type, 0, 1, 0, 0, 0, 0]);
  head.writeUInt16BE(content.length, 4);
  return Buffer.concat([head, content]);
}
