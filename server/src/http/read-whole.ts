import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { PlatformError } from '../shared/errors.ts';
import { freeAtOnce } from './free-at-once.ts';
import { ownTurn } from './own-turn.ts';

const firstRoom = 65_536;

/** A large body, laid where it stays as it comes: joined at its end it would be there twice, and others would wait. */
export function readWhole({ headers, routeOptions }: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { bodyLimit } = routeOptions;
  const declared = headers['content-length'];
  const expected = declared === undefined ? firstRoom : Number(declared);
  if (expected > bodyLimit) throw new PlatformError('request_too_large');
  let room: Buffer = Buffer.allocUnsafeSlow(expected);
  let length = 0;
  return new Promise((resolve, reject) => {
    function take(chunk: Buffer): void {
      const end = length + chunk.length;
      if (end > bodyLimit) {
        // What still comes is read and dropped: the answer could not be sent on a connection that is cut.
        payload.off('data', take);
        return reject(new PlatformError('request_too_large'));
      }
      if (end > room.length) room = moved(room.subarray(0, length), Math.max(end, 2 * room.length));
      room.set(chunk, length);
      length = end;
      freeAtOnce(chunk);
      // Else others would wait for dozens of them in each turn of theirs.
      payload.pause();
      void ownTurn().then(() => payload.resume());
    }
    payload.on('data', take);
    payload.once('end', () => resolve(room.subarray(0, length)));
    // Who hangs up has sent half a body.
    payload.once('error', () => reject(new PlatformError('unparsable_body')));
  });
}

function moved(bytes: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size);
  larger.set(bytes);
  return larger;
}
