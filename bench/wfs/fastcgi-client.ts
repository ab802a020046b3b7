import { connect } from 'node:net';
import { recordTypes } from './fastcgi.ts';
import type { Client } from '../support/http-client.ts';

/** Into which the system writes what comes: it is looked at and left there. */
const roomBytes = 65_536;

/** Connects for each request: a process that keeps a connection answers nobody else, and clients are more than processes. */
export function fastcgiClient(path: string): Client {
  const buffer = Buffer.allocUnsafe(roomBytes);
  return {
    ask(request, done) {
      const records = createRecords();
      let isOver = false;
      const end = (outcome: number | Error) => {
        if (isOver) return;
        isOver = true;
        socket.destroy();
        done(outcome);
      };
      const take = (count: number, room: Uint8Array) => {
        const outcome = records(Buffer.from(room.buffer, room.byteOffset, count));
        if (outcome !== null) end(outcome);
        return true;
      };
      const socket = connect({ path, onread: { buffer, callback: take } });
      socket.on('error', end);
      socket.on('end', () => end(new Error('FastCGI broke off')));
      socket.write(request);
    },
    close: () => undefined,
  };
}

const headBytes = 8;

/** Reads the heads of records and passes over what they hold: the bytes of the body once the last one came, null before. */
function createRecords(): (bytes: Buffer) => number | Error | null {
  const head = Buffer.alloc(headBytes);
  let [known, left, received] = [0, 0, 0];
  let isFirst = true;
  return (bytes) => {
    for (let at = 0; at < bytes.length;) {
      if (left > 0) {
        const passed = Math.min(left, bytes.length - at);
        [left, at] = [left - passed, at + passed];
        continue;
      }
      const copied = bytes.copy(head, known, at, at + headBytes - known);
      [known, at] = [known + copied, at + copied];
      if (known < headBytes) break;
      const [type, length] = [head[1], head.readUInt16BE(4)];
      [known, left] = [0, length + head[6]!];
      if (type === recordTypes.endRequest) return received;
      if (length === 0) continue;
      const text = bytes.toString('latin1', at, at + 500);
      if (type === recordTypes.stderr || (isFirst && text.startsWith('Status: '))) return new Error(text);
      isFirst = false;
      received += length;
    }
    return null;
  };
}
