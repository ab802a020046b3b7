import { parseItem } from '../../catalog/item.ts';
import type { Catalog } from '../../catalog/ports.ts';
import { collectionOf } from '../../demo/describe.ts';
import type { Scene } from '../../demo/scene.ts';
import type { Log } from '../../shared/log.ts';
import { type ArchiveState, readState, writeState } from './archive-state.ts';
import { demoCollections } from './collections.ts';
import { readMadeItem } from './scene-files.ts';
import type { SceneMaker } from './scene-processes.ts';

export type ArchiveNeeds = {
  readonly catalog: Pick<Catalog, 'getCollection' | 'putCollection' | 'getItem' | 'putItems'>;
  readonly log: Log;
  readonly demoFolder: string;
  readonly scenes: readonly Scene[];
  readonly startMaker: () => SceneMaker;
  /** How many at a time. */
  readonly makers: number;
  readonly isStopping: () => boolean;
};

/** Makes what is missing of the demo archive, scene by scene; each is in the catalogue as soon as its files are whole. */
export async function makeArchive(needs: ArchiveNeeds): Promise<void> {
  const state = await begin(needs);
  if (state === null) return;
  const missing = await missingScenes(needs, state);
  const progress = { needs, made: new Set(state.scenes), saved: Promise.resolve() };
  const queue = [...missing];
  const seats = Math.min(needs.makers, queue.length);
  if (seats > 0) needs.log.info('making the demo archive', { scenes: needs.scenes.length, missing: queue.length });
  const outcomes = await Promise.allSettled(Array.from({ length: seats }, () => work(progress, queue)));
  await progress.saved;
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  if (needs.isStopping()) return;
  await writeState(needs.demoFolder, { phase: 'finished', scenes: needs.scenes.map(({ id }) => id) });
  needs.log.info('the demo archive is complete', { scenes: needs.scenes.length });
}

/** Null where there is nothing to make: it was made before, or somebody else has collections of these names. */
async function begin({ catalog, demoFolder, scenes }: ArchiveNeeds): Promise<ArchiveState | null> {
  const state = readState(demoFolder);
  if (state?.phase === 'finished') return null;
  if (state?.phase === 'making') return state;
  const collections = demoCollections(scenes);
  if (state === null) {
    const present = await Promise.all(collections.map(({ id }) => catalog.getCollection(id, 'all')));
    if (present.some((collection) => collection !== null)) return null;
    await writeState(demoFolder, { phase: 'beginning', scenes: [] });
  }
  for (const collection of collections) await catalog.putCollection(collection, 'insert', null);
  const begun: ArchiveState = { phase: 'making', scenes: [] };
  await writeState(demoFolder, begun);
  return begun;
}

/** Not those of a collection that was deleted meanwhile, nor those that were there once. */
async function missingScenes({ catalog, scenes }: ArchiveNeeds, state: ArchiveState): Promise<readonly Scene[]> {
  const kept = new Set<string>();
  for (const id of new Set(scenes.map(collectionOf)))
    if ((await catalog.getCollection(id, 'all')) !== null) kept.add(id);
  return scenes.filter((scene) => kept.has(collectionOf(scene)) && !state.scenes.includes(scene.id));
}

type Progress = { readonly needs: ArchiveNeeds; readonly made: Set<string>; saved: Promise<void> };

/** One maker, as long as there are scenes; after a failure nobody takes another. */
async function work(progress: Progress, queue: Scene[]): Promise<void> {
  const { needs } = progress;
  const maker = needs.startMaker();
  try {
    for (let scene = queue.shift(); scene !== undefined && !needs.isStopping(); scene = queue.shift()) {
      if ((await readMadeItem(needs.demoFolder, scene)) === null) await maker.make(scene);
      await publish(progress, scene);
    }
  } catch (error) {
    queue.length = 0;
    if (!needs.isStopping()) throw error;
  } finally {
    await maker.close();
  }
}

async function publish(progress: Progress, scene: Scene): Promise<void> {
  const { needs, made } = progress;
  const item = parseItem(await readMadeItem(needs.demoFolder, scene), collectionOf(scene));
  const [report] = await needs.catalog.putItems([{ item, ifMatch: null }], 'insert');
  made.add(scene.id);
  // One after another: two may have finished at once.
  progress.saved = progress.saved.then(() => writeState(needs.demoFolder, { phase: 'making', scenes: [...made] }));
  await progress.saved;
  const facts = { scene: scene.id, number: made.size, of: needs.scenes.length };
  if (report?.outcome === 'no_collection')
    needs.log.info('a scene of the demo archive has no collection any more', facts);
  else needs.log.info('a scene of the demo archive is ready', facts);
}
