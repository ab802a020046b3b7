import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Principal } from '../../accounts/principal.ts';
import { findOrder, findSignedOrder } from '../../orders/find-order.ts';
import { type OrderFile, openOrderFile } from '../../orders/open-order-file.ts';
import type { Service } from '../../service.ts';
import { callerGone } from '../caller-gone.ts';
import { mustRevalidate } from '../revalidate.ts';
import { type Call, operation } from '../route.ts';
import { rangeOf } from '../wire/byte-range.ts';
import { isHeldByCaller } from '../wire/entity-tag.ts';
import { contentTypeOf } from '../wire/file-headers.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

export const file = operation({
  summary: 'A file of an order to the managed bucket',
  description:
    'By its name within the order, or by its key. One range of bytes may be asked for. ' +
    'The links of the list of files need no credential; one that is forged, changed or expired is 401.',
  tag: 'Order',
  params: Type.Object({ id: Type.String({ description: '19 digits.' }), '*': Type.String() }),
  query: Type.Object({
    expires: text('Of a signed address: seconds since 1970.'),
    signature: text('Of a signed address, over its path and all other parameters.'),
  }),
  checksOwnBody: true,
  contentType: 'application/octet-stream',
  isCompressed: false,
  errors: [404, 416],
  answers: {
    200: Type.Unknown({ description: 'The file.' }),
    206: Type.Unknown({ description: 'A part of it.' }),
    304: null,
  },
  handle: async (service, call) => {
    const { id, '*': name } = call.params;
    const principal = call.principal as Principal | null;
    const order = principal === null ? await findSignedOrder(service, id) : await findOrder(service, principal, id);
    const opened = await openOrderFile(service, order, name);
    try {
      return await send(service, call, opened);
    } catch (error) {
      opened.bucket.close();
      throw error;
    }
  },
});

type Conversation = Pick<Call, 'request' | 'reply'>;

async function send(service: Service, { request, reply }: Conversation, { bucket, key, facts, version }: OrderFile) {
  const tag = `"${hash('sha256', version, 'base64url').slice(0, 27)}"`;
  const isHeld = isHeldByCaller(request.headers['if-none-match'], tag);
  const range = isHeld ? null : rangeOf(request.headers, tag, facts.byteLength);
  mustRevalidate(service, { reply });
  void reply.header('etag', tag).header('accept-ranges', 'bytes');
  if (isHeld) {
    bucket.close();
    return void reply.code(304).send();
  }
  const { start, end } = range ?? { start: 0, end: facts.byteLength };
  const isHead = request.method === 'HEAD';
  const body = isHead || end === start ? null : await openBody(reply, { bucket, key }, start, end);
  if (range !== null) void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${facts.byteLength}`);
  void reply.type(contentTypeOf(null, key)).header('content-length', end - start);
  void reply.header('content-disposition', `attachment; filename="${fileName(key)}"`);
  void reply.header('content-security-policy', "default-src 'none'; sandbox");
  return (body ?? Readable.from([])).once('close', () => bucket.close());
}

async function openBody(
  reply: Call['reply'],
  { bucket, key }: Pick<OrderFile, 'bucket' | 'key'>,
  start: number,
  end: number,
) {
  const opened = await bucket.get(key, { range: { offset: start, length: end - start }, signal: callerGone(reply) });
  // A stream whose reader leaves before the first byte would leave the file open.
  return Readable.from(opened.body, { objectMode: false }).once('close', () => void opened.close().catch(() => {}));
}

const fileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1).replaceAll(/[^\w.=~-]/g, '_');
