import type { PictureFormat } from '../imagery/ports.ts';
import type { Service } from '../service.ts';
import type { NamedPicture } from '../streaming/draw-tile.ts';
import { callerGone } from './caller-gone.ts';
import type { Call } from './route.ts';
import { addVary, callerHeaders } from './vary.ts';
import { isHeldByCaller } from './wire/files/entity-tag.ts';
import { pictureTypes } from './wire/files/picture-request.ts';

/** Maps ask for the same tiles again and again: for an hour they need not. */
const cacheControl = 'private, max-age=3600';

/** A picture that the caller may keep for a while; 304 before anything is opened where it has it already. */
export async function answerPicture(
  { config }: Pick<Service, 'config'>,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  { key, draw }: NamedPicture,
  format: PictureFormat,
): Promise<Buffer | undefined> {
  const tag = `"${key}"`;
  const isHeld = isHeldByCaller(request.headers['if-none-match'], tag);
  const drawn = isHeld ? null : await draw(callerGone(reply));
  addVary(reply, callerHeaders(config));
  // What is not whole is drawn again when it is asked for again.
  if (drawn !== null && drawn.leftOut > 0)
    void reply.header('items-left-out', drawn.leftOut).header('cache-control', 'private, no-store');
  else void reply.header('etag', tag).header('cache-control', cacheControl);
  if (drawn === null) return void reply.code(304).send();
  void reply.type(pictureTypes[format]);
  return Buffer.from(drawn.bytes.buffer, drawn.bytes.byteOffset, drawn.bytes.byteLength);
}
