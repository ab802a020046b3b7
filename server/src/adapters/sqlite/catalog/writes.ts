import type { Catalog } from '../../../catalog/ports.ts';
import type { Writer } from '../writer.ts';
import { type CatalogVerbs, pack } from './catalog-verbs.ts';
import { unpackReport } from './packed-report.ts';

type Writes = Pick<
  Catalog,
  'putItems' | 'load' | 'deleteItem' | 'deleteItems' | 'putCollection' | 'deleteCollection'
> & {
  /** One chunk of what is left to index; false when there is nothing left. */
  tend(): Promise<boolean>;
};

type Write = <V extends keyof CatalogVerbs>(
  verb: V,
  input: Parameters<CatalogVerbs[V]>[0],
  transfer?: readonly ArrayBuffer[],
) => Promise<Awaited<ReturnType<CatalogVerbs[V]>>>;

/** The writing half of the port: each call is one verb of the writer's thread. */
export function createWrites(writer: Pick<Writer, 'write'>): Writes {
  const write = writer.write as Write;
  return {
    putItems(writes, mode) {
      const packed = pack(writes, mode);
      return write('putItems', packed, [packed.bytes.buffer as ArrayBuffer]);
    },
    async load(body, collection, mode, validation = 'basic') {
      const own = alone(body);
      return unpackReport(await write('load', { body: own, collection, mode, validation }, [own.buffer]));
    },
    deleteItem: (collection, id, ifMatch) => write('deleteItem', { collection, id, ifMatch }),
    deleteItems: (keys, conditions) =>
      write('deleteItems', {
        keys: keys.map(({ collection, id }) => ({ collection, id })),
        conditions: conditions ?? null,
      }),
    putCollection({ id, bytes }, mode, ifMatch) {
      return write('putCollection', { collection: { id, bytes: alone(bytes, 'copied') }, mode, ifMatch });
    },
    deleteCollection: (id, ifMatch) => write('deleteCollection', { id, ifMatch }),
    tend: () => write('tend', null),
  };
}

/** Bytes in a buffer of their own: small ones share theirs with strangers, which neither may be moved nor cloned. */
function alone(bytes: Uint8Array, how: 'moved' | 'copied' = 'moved'): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole && how === 'moved' ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
