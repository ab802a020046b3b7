import { Client } from 'pg';
import type { Arrival } from '../../../catalog/ports.ts';
import { placesOfChance } from '../../sql/places-of-chance.ts';
import { types } from '../connections.ts';
import { explain } from '../unavailable.ts';
import { type Query, queryOn } from './database/query.ts';
import { readArrivals, readLastArrival } from './read-arrivals.ts';

const readAtOnce = 500;
const collections = 'SELECT document FROM catalog_collections ORDER BY id';

/** Documents of items, all or so many from places of chance, and of all collections; none where no catalogue was made. */
export async function* readDocumentsBeside(url: string, sample: number | null): AsyncGenerator<Uint8Array> {
  const options = { connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'swath', types };
  const client = new Client(options);
  try {
    await client.connect();
    const query = queryOn(client);
    const [is] = await query<[boolean]>("SELECT to_regclass('catalog_items') IS NOT NULL");
    if (!is![0]) return;
    for await (const { bytes } of sample === null ? all(query) : some(query, sample)) yield bytes;
    for (const [document] of await query<[string]>(collections)) yield Buffer.from(document);
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function* all(query: Query): AsyncGenerator<Arrival> {
  for (let after = 0; ;) {
    const { found, last } = await readArrivals(query, after, readAtOnce, 'all');
    yield* found;
    if (last === after) return;
    after = last;
  }
}

async function* some(query: Query, sample: number): AsyncGenerator<Arrival> {
  const { last } = await readLastArrival(query);
  for (const after of placesOfChance(sample, last, Math.random))
    yield* (await readArrivals(query, after, 1, 'all')).found;
}
