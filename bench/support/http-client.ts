import { connect } from 'node:net';

/** One who asks and waits for the whole answer before asking again; nothing is made for a request but what the system needs. */
export type Client = {
  /** Calls back with the bytes of the body, or with what went wrong. */
  ask(request: Uint8Array, done: (bodyBytes: number | Error) => void): void;
  close(): void;
};

/** Into which the system writes what comes: it is looked at at once and left there, so that all have one, which stays in the caches. */
const room = Buffer.allocUnsafe(65_536);

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/** Keeps its connection. Any answer but 200 is an error. */
export function httpClient(url: string): Promise<Client> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let done: (bodyBytes: number | Error) => void = (outcome) => {
      if (typeof outcome !== 'number') reject(outcome);
    };
    let reading = newReading();
    const take = (count: number) => {
      const outcome = readMore(reading, room.subarray(0, count));
      if (outcome === null) return true;
      reading = newReading();
      done(outcome);
      return true;
    };
    const onread = { buffer: room, callback: take };
    const socket = connect({ host, port: Number(port), noDelay: true, onread }, () =>
      resolve({
        ask(request, then) {
          done = then;
          socket.write(request);
        },
        close: () => socket.destroy(),
      }),
    );
    socket.on('error', (error) => done(error));
    socket.on('end', () => done(new Error('the connection was closed')));
  });
}

export const askWith = (client: Client, request: Uint8Array): Promise<number> =>
  new Promise((resolve, reject) =>
    client.ask(request, (outcome) => (typeof outcome === 'number' ? resolve(outcome) : reject(outcome))),
  );

/** `length` is null before the head is whole, -1 where the answer comes in chunks; `tail` are the last bytes of those. */
type Reading = { head: Buffer; length: number | null; received: number; tail: Buffer };

const nothing = Buffer.alloc(0);
const newReading = (): Reading => ({ head: nothing, length: null, received: 0, tail: nothing });

/** The bytes of the body once all are there; null before. */
function readMore(reading: Reading, bytes: Buffer): number | Error | null {
  if (reading.length !== null) return readBody(reading, bytes, reading.length);
  const head = reading.head.length === 0 ? bytes : Buffer.concat([reading.head, bytes]);
  const end = head.indexOf(headEnd);
  if (end < 0) {
    reading.head = Buffer.from(head);
    return null;
  }
  const text = head.toString('latin1', 0, end);
  if (!text.startsWith('HTTP/1.1 200')) return new Error(head.toString('latin1', 0, 500));
  reading.length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? -1);
  return readBody(reading, head.subarray(end + headEnd.length), reading.length);
}

function readBody(reading: Reading, bytes: Buffer, length: number): number | null {
  reading.received += bytes.length;
  if (length >= 0) return reading.received >= length ? reading.received : null;
  reading.tail = Buffer.concat([reading.tail, bytes.subarray(-lastChunk.length)]).subarray(-lastChunk.length);
  return reading.tail.equals(lastChunk) ? reading.received : null;
}
