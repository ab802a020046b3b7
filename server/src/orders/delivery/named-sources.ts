import { BucketFault } from '../../buckets/bucket-fault.ts';
import type { ImageryReader, OpenImage } from '../../imagery/ports.ts';
import { PlatformError } from '../../shared/errors.ts';

/** Reads imagery whose failures name it as its customer knows it: where the archive lies is nobody's business. */
export function namedSources(reader: ImageryReader, names: ReadonlyMap<string, string>): ImageryReader {
  return {
    open: async (location) => {
      const retold = <T>(work: Promise<T>): Promise<T> =>
        work.catch((cause: unknown) => {
          throw retell(cause, new Map([[location, names.get(location) ?? 'the source']]));
        });
      return namedImage(await retold(reader.open(location)), retold);
    },
  };
}

type Retold = <T>(work: Promise<T>) => Promise<T>;

const namedImage = (image: OpenImage, retold: Retold): OpenImage => ({
  info: image.info,
  readPixels: (level, window, options) => retold(image.readPixels(level, window, options)),
  readStoredBlock: (address) => retold(image.readStoredBlock(address)),
  storedBlockLength: (address) => retold(image.storedBlockLength(address)),
  close: () => image.close(),
});

const addresses = /[a-z][a-z0-9+.-]*:\/\/\S+|(?<![\w.=-])\/[^\s:,]+/gi;

/** The same failure, with names in the place of locations; what is wrong with none in particular is said of all. */
export function retell(cause: unknown, names: ReadonlyMap<string, string>): unknown {
  if (!(cause instanceof PlatformError) || cause instanceof BucketFault) return cause;
  const { text, isNamed } = renamed(cause.message, names);
  // What passes is not the sources' fault.
  const reason = isNamed || cause.kind === 'unavailable' ? text : `${[...names.values()].join(', ')}: ${text}`;
  return new PlatformError(cause.kind, { ...cause.detail, reason });
}

/** Other addresses go before names come: a name may look like one. */
function renamed(message: string, names: ReadonlyMap<string, string>) {
  // Longer locations first: one may be the beginning of another.
  const places = [...names].sort(([a], [b]) => b.length - a.length);
  const marked = places.reduce((text, [location], at) => text.replaceAll(location, `\0${at}\0`), message);
  const text = marked.replaceAll(addresses, 'its file').replaceAll(/\0(\d+)\0/g, (_, at) => places[Number(at)]![1]);
  return { text, isNamed: marked !== message || places.some(([, name]) => message.includes(name)) };
}
