import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Service } from '../service.ts';
import { mustRevalidate } from './revalidate.ts';
import type { Call } from './route.ts';
import { rangeOf } from './wire/files/byte-range.ts';
import { isHeldByCaller } from './wire/files/entity-tag.ts';

/** A file that is open, to be sent whole or in part. */
export type FileToSend = {
  /** Another text whenever its bytes are others. */
  readonly version: string;
  readonly byteLength: number;
  readonly contentType: string;
  readonly contentDisposition: string;
  /** The bytes from `start` up to and without `end`, of which there is at least one. */
  read(start: number, end: number): Readable | Promise<Readable>;
  close(): Promise<void> | void;
};

/** Closes the file whatever comes: with the last byte, with the reader, or with what went wrong. */
export async function answerFile(
  service: Pick<Service, 'config'>,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  file: FileToSend,
): Promise<Readable | undefined> {
  try {
    const tag = `"${hash('sha256', file.version, 'base64url').slice(0, 27)}"`;
    const isHeld = isHeldByCaller(request.headers['if-none-match'], tag);
    const range = isHeld ? null : rangeOf(request.headers, tag, file.byteLength);
    mustRevalidate(service, { reply });
    void reply.header('etag', tag).header('accept-ranges', 'bytes');
    if (isHeld) {
      await file.close();
      return void reply.code(304).send();
    }
    const { start, end } = range ?? { start: 0, end: file.byteLength };
    const isEmpty = request.method === 'HEAD' || end === start;
    const body = isEmpty ? Readable.from([]) : await file.read(start, end);
    body.once('close', () => void file.close());
    if (range !== null) void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.byteLength}`);
    void reply.type(file.contentType).header('content-length', end - start);
    void reply.header('content-disposition', file.contentDisposition);
    // A page among the files must not act for its reader.
    void reply.header('content-security-policy', "default-src 'none'; sandbox");
    return body;
  } catch (error) {
    await file.close();
    throw error;
  }
}
