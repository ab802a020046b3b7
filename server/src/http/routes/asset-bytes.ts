import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { LocalFile } from '../../imagery/ports.ts';
import type { Service } from '../../service.ts';
import { type OpenAsset, openAsset } from '../../streaming/read-asset.ts';
import { type Call, operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { isHeldByCaller } from '../wire/entity-tag.ts';
import { refuseUnknown } from '../wire/listing-request.ts';
import { mustRevalidate } from '../revalidate.ts';
import { type ByteRange, rangeOf } from '../wire/byte-range.ts';
import { contentDisposition, contentTypeOf } from '../wire/file-headers.ts';

const description =
  'Thumbnails, overviews and metadata are for whoever finds the document; imagery needs the permission ' +
  '`catalog:write`: others order it, or ask for map tiles. One range of bytes may be asked for. ' +
  'Assets that lie elsewhere are 404 here: their own address is in the document.';

const file = {
  description,
  tag: 'Catalogue',
  contentType: 'application/octet-stream',
  isCompressed: false,
  errors: [400, 404, 416],
  answers: {
    200: Type.Unknown({ description: 'The file.' }),
    206: Type.Unknown({ description: 'A part of it.' }),
    304: null,
  },
} as const;

export const ofItem = operation({
  ...file,
  summary: 'The file of a local asset of an item',
  params: Type.Object({ id: Type.String(), item: Type.String(), key: Type.String() }),
  handle: (service, call) => answerFile(service, call, call.params),
});

export const ofCollection = operation({
  ...file,
  summary: 'The file of a local asset of a collection',
  params: Type.Object({ id: Type.String(), key: Type.String() }),
  handle: (service, call) => answerFile(service, call, { ...call.params, item: null }),
});

type Exchange = Pick<Call, 'request' | 'reply' | 'principal'>;
type Named = { readonly id: string; readonly item: string | null; readonly key: string };

async function answerFile(service: Service, { request, reply, principal }: Exchange, { id, item, key }: Named) {
  refuseUnknown(request.query as Record<string, string>);
  const place = { collection: id, item, key, visibility: visibilityOf(principal) };
  const mayReadImagery = principal.permissions.includes('catalog:write');
  const opened = await openAsset(service, place, { mayReadImagery });
  try {
    return await sendOpened(service, { request, reply }, opened);
  } catch (error) {
    await opened.file.close();
    throw error;
  }
}

type Conversation = Pick<Call, 'request' | 'reply'>;

async function sendOpened(
  service: Service,
  { request, reply }: Conversation,
  { file: opened, type, location }: OpenAsset,
) {
  const tag = `"${hash('sha256', opened.version, 'base64url').slice(0, 27)}"`;
  const isHeld = isHeldByCaller(request.headers['if-none-match'], tag);
  const range = isHeld ? null : rangeOf(request.headers, tag, opened.byteLength);
  mustRevalidate(service, { reply });
  void reply.header('etag', tag).header('accept-ranges', 'bytes');
  if (isHeld) {
    await opened.close();
    return void reply.code(304).send();
  }
  const contentType = contentTypeOf(type, location);
  void reply.type(contentType).header('content-disposition', contentDisposition(contentType));
  // Files come from whoever writes items: a page among them must not act for its reader.
  void reply.header('content-security-policy', "default-src 'none'; sandbox");
  return send(reply, opened, range, request.method === 'HEAD');
}

async function send(
  reply: Call['reply'],
  opened: LocalFile,
  range: ByteRange | null,
  isHead: boolean,
): Promise<Readable> {
  const { start, end } = range ?? { start: 0, end: opened.byteLength };
  if (range !== null) void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${opened.byteLength}`);
  void reply.header('content-length', end - start);
  if (!isHead) return streamOf(opened, start, end);
  await opened.close();
  return Readable.from([]);
}

const chunkBytes = 256 * 1024;

/** Closed with the stream, also when its reader leaves before the first byte. */
function streamOf(file: LocalFile, start: number, end: number): Readable {
  let at = start;
  const stream = new Readable({
    highWaterMark: chunkBytes,
    read() {
      if (at >= end) return void this.push(null);
      const length = Math.min(chunkBytes, end - at);
      file.read(at, length).then(
        (bytes) => ((at += length), this.push(bytes)),
        (error: Error) => this.destroy(error),
      );
    },
  });
  return stream.once('close', () => void file.close());
}
