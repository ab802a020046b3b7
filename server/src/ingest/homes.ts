import { type Collection, parseCollection } from '../catalog/collection.ts';
import type { Catalog } from '../catalog/ports.ts';
import type { JsonObject } from '../catalog/refuse.ts';
import { errorText } from '../shared/error-text.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Source } from './source.ts';

export type HomeOptions = {
  /** Collections that are missing everywhere are made. */
  readonly mayCreate: boolean;
  readonly isDryRun: boolean;
};

/** `made`: there was none before. */
export type Home =
  | { readonly kind: 'there' | 'made' | 'described' }
  | { readonly kind: 'none'; readonly reason: string };

export type Homes = ReturnType<typeof createHomes>;

/** The collections that items go to, each looked for once. */
export function createHomes(
  catalog: Pick<Catalog, 'getCollection' | 'putCollection'>,
  source: Source,
  options: HomeOptions,
) {
  const known = new Map<string, Home>();

  async function put(collection: Collection): Promise<boolean> {
    if (options.isDryRun) return (await catalog.getCollection(collection.id, 'all')) === null;
    const { outcome } = await catalog.putCollection(collection, 'insert', null);
    return outcome === 'created';
  }

  async function look(id: string, item: JsonObject): Promise<Home> {
    if ((await catalog.getCollection(id, 'all')) !== null) return { kind: 'there' };
    const found = await source.findCollection(id, item);
    try {
      if (found !== null) return (await put(parseCollection(found, id))) ? { kind: 'described' } : { kind: 'there' };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind === 'unavailable') throw error;
      return { kind: 'none', reason: `its collection '${id}' is wrong: ${errorText(error)}` };
    }
    if (!options.mayCreate) return { kind: 'none', reason: `there is no collection '${id}': --create makes it` };
    return (await put(plainCollection(id))) ? { kind: 'made' } : { kind: 'there' };
  }

  return {
    /** Said as it is the first time, and as `there` from then on. */
    async find(id: string, item: JsonObject): Promise<Home> {
      const before = known.get(id);
      if (before !== undefined) return before;
      const home = await look(id, item);
      known.set(id, home.kind === 'none' ? home : { kind: 'there' });
      return home;
    },
    /** One that the source holds itself; those that are there stay as they are. */
    async take(collection: Collection): Promise<boolean> {
      known.set(collection.id, { kind: 'there' });
      return put(collection);
    },
  };
}

/** As much as can be said before there are items. */
const plainCollection = (id: string): Collection =>
  parseCollection({
    type: 'Collection',
    stac_version: '1.1.0',
    id,
    description: id,
    license: 'other',
    extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
    links: [],
  });
