import { connect } from 'node:net';
import type { Answer } from './call.ts';

export type RawOptions = {
  /** Ends our side after the bytes; the default, because most of these requests are not whole. */
  readonly isEnded?: boolean;
  /** Waits for the end of the connection behind the first answer too. */
  readonly isClosing?: boolean;
  readonly waitMs?: number;
};

export type RawAnswer = { readonly answers: readonly Answer[]; readonly isClosed: boolean; readonly text: string };

/** Bytes as they are on a socket of their own, and whatever comes back until it closes or is silent too long. */
export function rawRequest(base: string, bytes: string | Buffer, options: RawOptions = {}): Promise<RawAnswer> {
  const { isEnded = false, isClosing = isEnded, waitMs = 20_000 } = options;
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = Buffer.alloc(0);
    let isClosed = false;
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answers: readAnswers(received), isClosed, text: received.toString('latin1') });
    };
    const timer = setTimeout(finish, waitMs);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (!isClosing && readAnswers(received).some(({ status }) => status >= 200)) setTimeout(finish, 50);
    });
    socket.on('close', () => {
      isClosed = true;
      finish();
    });
    if (isEnded) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** The whole answers with a length in what was received. */
function readAnswers(received: Buffer): readonly Answer[] {
  const answers: Answer[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    if (rest.length < end + 4 + length) return answers;
    const text = rest.subarray(end + 4, end + 4 + length).toString();
    const json: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined;
    answers.push({ status: Number(first.split(' ')[1]), headers, text, json });
    rest = rest.subarray(end + 4 + length);
  }
}
