import { type Collection, parseCollection } from '../catalog/collection.ts';
import type { Catalog } from '../catalog/ports.ts';
import type { JsonObject } from '../catalog/refuse.ts';
import { errorText } from '../shared/error-text.ts';
import { PlatformError } from '../shared/errors.ts';
import { validationOf } from '../catalog/validation.ts';
import type { Source } from './source.ts';

export type HomeOptions = {
  /** Collections that are missing everywhere are made. */
  readonly mayCreate: boolean;
  readonly isDryRun: boolean;
};

/** `made`: there was none before. */
export type Home =
  /** `isStrict`: it asks for more than the catalogue does. */
  | { readonly kind: 'there' | 'made' | 'described'; readonly isStrict: boolean }
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
    const stored = await catalog.getCollection(id, 'all');
    if (stored !== null) return { kind: 'there', isStrict: validationOf(stored) === 'full' };
    try {
      const found = await source.findCollection(id, item);
      if (found !== null) {
        const collection = parseCollection(found, id);
        const isStrict = validationOf(collection) === 'full';
        return { kind: (await put(collection)) ? 'described' : 'there', isStrict };
      }
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind === 'unavailable') throw error;
      return { kind: 'none', reason: `its collection '${id}' is wrong: ${errorText(error)}` };
    }
    if (!options.mayCreate) return { kind: 'none', reason: `there is no collection '${id}': 'create' makes it` };
    return { kind: (await put(plainCollection(id))) ? 'made' : 'there', isStrict: false };
  }

  return {
    /** Said as it is the first time, and as `there` from then on. */
    async find(id: string, item: JsonObject): Promise<Home> {
      const before = known.get(id);
      if (before !== undefined) return before;
      const home = await look(id, item);
      known.set(id, home.kind === 'none' ? home : { ...home, kind: 'there' });
      return home;
    },
    /** One that the source holds itself; those that are there stay as they are. */
    async take(collection: Collection): Promise<boolean> {
      const isNew = await put(collection);
      // The rule of one that was there already is the one that counts.
      if (isNew) known.set(collection.id, { kind: 'there', isStrict: validationOf(collection) === 'full' });
      return isNew;
    },
  };
}

/** As much as can be said before there are items, which tell its extent. */
const plainCollection = (id: string): Collection =>
  parseCollection({
    type: 'Collection',
    stac_version: '1.1.0',
    id,
    description: id,
    license: 'other',
    links: [],
  });
