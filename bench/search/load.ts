import { mkdirSync } from 'node:fs';
import { parseCollection } from '../../server/src/catalog/collection.ts';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import type { Line } from '../support/report.ts';
import {
  type CatalogueFolder,
  type Loading,
  catalogueFolder,
  readLoading,
  removeFolder,
  writeLoading,
} from './catalogue-folder.ts';
import { collectionDocument, madeCollections } from './items/collections.ts';
import { type Batch, makeBatches, makeItem } from './make-items.ts';
import { type Options, largestBulk } from './options.ts';
import { type OpenCatalogue, declared, offlineLoader, openCatalogue } from './store.ts';
import { thousands } from './texts.ts';

type LoadOptions = Pick<Options, 'folder' | 'loadWay' | 'isRebuilt'> & Partial<Pick<Options, 'bulk'>>;

/** The folder of a catalogue of that size: an earlier run's, or one that is made now. */
export async function ensureCatalogue(
  { folder, loadWay, isRebuilt, bulk = largestBulk }: LoadOptions,
  items: number,
): Promise<CatalogueFolder> {
  const wanted = catalogueFolder(folder, items, loadWay === 'online' ? `online-${bulk}` : loadWay);
  if (!isRebuilt && readLoading(wanted) !== null) return wanted;
  removeFolder(wanted);
  mkdirSync(wanted.path, { recursive: true });
  const opened = await openCatalogue(wanted.file);
  try {
    await putCollections(opened.catalog);
    if (loadWay === 'online') writeLoading(wanted, await loadOnline(opened, items, bulk));
  } finally {
    await opened.close();
  }
  if (loadWay === 'offline') writeLoading(wanted, await loadWithoutService(wanted.file, items));
  return wanted;
}

export async function putCollections(catalog: Catalog): Promise<void> {
  for (const made of madeCollections)
    await catalog.putCollection(parseCollection(collectionDocument(made)), 'upsert', null);
}

async function loadOnline({ catalog }: OpenCatalogue, items: number, bulk: number): Promise<Loading> {
  const progress = createProgress(items);
  let [cpuSeconds, seconds, stored] = [0, 0, 0];
  for (const batch of makeBatches(0, items, bulk)) {
    const start = performance.now();
    const before = process.cpuUsage();
    await loadBatch(catalog, batch);
    const { user, system } = process.cpuUsage(before);
    cpuSeconds += (user + system) / 1e6;
    seconds += (performance.now() - start) / 1_000;
    stored += batch.items;
    progress(stored);
  }
  return { items, way: 'online', bulk, seconds, cpuSeconds };
}

/** All of it, the index at the end too, but not the making of the items. */
async function loadWithoutService(file: string, items: number): Promise<Loading> {
  const making = { cpuSeconds: 0, seconds: 0 };
  const { openOfflineCatalog, judgeEntry } = await offlineLoader();
  const start = performance.now();
  const before = process.cpuUsage();
  const offline = (await openOfflineCatalog(file, () => ({ declared })))!;
  const rules = { collection: null, fallback: null, validate: 'basic' } as const;
  let stored = 0;
  for (const lines of linesOf(items, making)) {
    const writes = lines.map((bytes) => {
      const verdict = judgeEntry({ position: '', content: { kind: 'text', bytes } }, rules);
      if (verdict.kind !== 'item') throw new Error(`a made item is not taken: ${JSON.stringify(verdict)}`);
      return { item: verdict.item, ifMatch: null };
    });
    const reports = await offline.catalog.putItems(writes, 'insert');
    if (reports.some(({ outcome }) => outcome !== 'created')) throw new Error('not every item was created');
    stored += lines.length;
    if (stored % itemsInCommit === 0) await offline.commit();
  }
  await offline.close();
  const { user, system } = process.cpuUsage(before);
  return {
    items,
    way: 'offline',
    bulk: null,
    seconds: (performance.now() - start) / 1_000 - making.seconds,
    cpuSeconds: (user + system) / 1e6 - making.cpuSeconds,
  };
}

/** About a second's, after which an ingest writes its checkpoint. */
const itemsInCommit = 10_000;

/** Few: lines that wait are copied by the collection of garbage, which would count as the load's. */
const linesAtOnce = 50;

function* linesOf(items: number, making: { cpuSeconds: number; seconds: number }): Generator<readonly Buffer[]> {
  const progress = createProgress(items);
  for (let from = 0; from < items; from += linesAtOnce) {
    const start = performance.now();
    const before = process.cpuUsage();
    const lines = Array.from({ length: Math.min(linesAtOnce, items - from) }, (_, i) =>
      Buffer.from(makeItem(from + i).text),
    );
    const { user, system } = process.cpuUsage(before);
    making.cpuSeconds += (user + system) / 1e6;
    making.seconds += (performance.now() - start) / 1_000;
    yield lines;
    progress(from + lines.length);
  }
}

/** Throws where an item was not stored: a benchmark of refusals would be fast. */
export async function loadBatch(catalog: Catalog, { bytes, collection, items }: Batch): Promise<void> {
  const features = [...(await catalog.load(bytes, collection, 'upsert')).features];
  const bad = features.find(({ outcome }) => outcome !== 'created');
  if (bad !== undefined || features.length !== items)
    throw new Error(`item ${bad?.id} of ${collection} was not created: ${bad?.outcome} ${bad?.reason ?? ''}`);
}

export function createProgress(items: number): (stored: number) => void {
  const start = performance.now();
  let saidAtMs = start;
  return (stored) => {
    const nowMs = performance.now();
    if (nowMs - saidAtMs < 10_000 && stored < items) return;
    saidAtMs = nowMs;
    const perSecond = thousands(stored / ((nowMs - start) / 1_000));
    console.error(`loaded ${thousands(stored)} of ${thousands(items)} items, ${perSecond} a second`);
  };
}

export function linesOfLoading(folders: readonly CatalogueFolder[]): readonly Line[] {
  return folders.map((folder) => {
    const { items, way, bulk, cpuSeconds, seconds } = readLoading(folder)!;
    const rate = items / cpuSeconds;
    const bound = way === 'offline' ? 8_000 : 4_000;
    return {
      what: `${way} load of ${thousands(items)} items${bulk ? ` in bulks of ${thousands(bulk)}` : ''}, items a CPU second`,
      measured: `${thousands(rate)} (${thousands(items / seconds)} a second)`,
      bound: `at least ${thousands(bound)}`,
      isHeld: rate >= bound,
    };
  });
}
