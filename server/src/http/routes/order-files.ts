import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Principal } from '../../accounts/principal.ts';
import { findOrder, findSignedOrder } from '../../orders/find-order.ts';
import { type OrderFile, openOrderFile } from '../../orders/open-order-file.ts';
import { answerFile } from '../answer-file.ts';
import { callerGone } from '../caller-gone.ts';
import { operation } from '../route.ts';
import { contentTypeOf } from '../wire/files/file-headers.ts';
import { signedMembers } from '../wire/parts/schema-parts.ts';

export const file = operation({
  summary: 'A file of an order to the managed bucket',
  description:
    'By its name within the order, or by its key. One range of bytes may be asked for. ' +
    'The links of the list of files need no credential; one that is forged, changed or expired is 401.',
  tag: 'Order',
  params: Type.Object({
    id: Type.String({ description: '19 digits.' }),
    key: Type.String({ description: 'All that follows, with its slashes.' }),
  }),
  query: Type.Object(signedMembers),
  checksOwnBody: true,
  // That of the file.
  contentType: '*/*',
  isCompressed: false,
  errors: [404, 416],
  sends: ['content-disposition'],
  answers: {
    200: Type.Unknown({ description: 'The file.' }),
    206: Type.Unknown({ description: 'A part of it.' }),
    304: null,
  },
  handle: async (service, call) => {
    const { id } = call.params;
    const { '*': name } = call.request.params as { readonly '*': string };
    const principal = call.principal as Principal | null;
    const order = principal === null ? await findSignedOrder(service, id) : await findOrder(service, principal, id);
    const { bucket, key, facts, version } = await openOrderFile(service, order, name);
    return answerFile(service, call, {
      version,
      byteLength: facts.byteLength,
      contentType: contentTypeOf(null, key),
      contentDisposition: `attachment; filename="${fileName(key)}"`,
      read: (start, end) => streamOf({ bucket, key }, start, end, callerGone(call.reply)),
      close: () => bucket.close(),
    });
  },
});

async function streamOf(
  { bucket, key }: Pick<OrderFile, 'bucket' | 'key'>,
  start: number,
  end: number,
  signal: AbortSignal,
) {
  const opened = await bucket.get(key, { range: { offset: start, length: end - start }, signal });
  // A stream whose reader leaves before the first byte would leave the file open.
  return Readable.from(opened.body, { objectMode: false }).once('close', () => void opened.close().catch(() => {}));
}

const fileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1).replaceAll(/[^\w.=~-]/g, '_');
