import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { LocalFile } from '../../imagery/ports.ts';
import type { Service } from '../../service.ts';
import { openAsset } from '../../streaming/read-asset.ts';
import { answerFile } from '../answer-file.ts';
import { type Call, operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { refuseUnknown } from '../wire/parts/listing-request.ts';
import { assetFileName, contentDisposition, contentTypeOf } from '../wire/files/file-headers.ts';

const description =
  'Thumbnails, overviews and metadata are for whoever finds the document; imagery needs the permission ' +
  '`catalog:write`: others order it, or ask for map tiles. One range of bytes may be asked for. ' +
  'Assets that lie elsewhere are 404 here: their own address is in the document.';

const file = {
  description,
  tag: 'Catalogue',
  // That of the file.
  contentType: '*/*',
  isCompressed: false,
  errors: [400, 404, 416],
  sends: ['content-disposition'],
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
  handle: (service, call) => answerAsset(service, call, call.params),
});

export const ofCollection = operation({
  ...file,
  summary: 'The file of a local asset of a collection',
  params: Type.Object({ id: Type.String(), key: Type.String() }),
  handle: (service, call) => answerAsset(service, call, { ...call.params, item: null }),
});

type Exchange = Pick<Call, 'request' | 'reply' | 'principal'>;
type Named = { readonly id: string; readonly item: string | null; readonly key: string };

async function answerAsset(service: Service, { request, reply, principal }: Exchange, { id, item, key }: Named) {
  refuseUnknown(request.query as Record<string, string>);
  const place = { collection: id, item, key, visibility: visibilityOf(principal) };
  const mayReadImagery = principal.permissions.includes('catalog:write');
  const { file: opened, type, location } = await openAsset(service, place, { mayReadImagery });
  const contentType = contentTypeOf(type, location);
  return answerFile(
    service,
    { request, reply },
    {
      version: opened.version,
      byteLength: opened.byteLength,
      contentType,
      contentDisposition: contentDisposition(contentType, assetFileName(item ?? id, key, location)),
      read: (start, end) => streamOf(opened, start, end),
      close: () => opened.close(),
    },
  );
}

const chunkBytes = 256 * 1024;

function streamOf(file: LocalFile, start: number, end: number): Readable {
  let at = start;
  return new Readable({
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
}
