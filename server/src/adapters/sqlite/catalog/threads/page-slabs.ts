/** Room for a hundred items of the usual size; pages that need more travel in memory of their own. */
const slabBytes = 524_288;
/** More than threads fill at once: a few that slow callers hold do not matter, and what finds none goes as a large page does. */
const slabCount = 16;

/** Memory that threads write pages into and that is used again: what is made for each page must be collected again. */
export type PageSlabs = {
  readonly memory: SharedArrayBuffer;
  /** The number of one that nobody holds; null where there is none. */
  take(): number | null;
  bytes(slab: number): Buffer;
  giveBack(slab: number): void;
};

export function createPageSlabs(): PageSlabs {
  const memory = new SharedArrayBuffer(slabBytes * slabCount);
  const all = Array.from({ length: slabCount }, (_, slab) => bytesOfSlab(memory, slab));
  // The last one that came back goes first: what was never written to takes no memory of the machine.
  const free = all.map((_, slab) => slab).toReversed();
  return {
    memory,
    take: () => free.pop() ?? null,
    bytes: (slab) => all[slab]!,
    giveBack: (slab) => void free.push(slab),
  };
}

export const bytesOfSlab = (memory: SharedArrayBuffer, slab: number): Buffer =>
  Buffer.from(memory, slab * slabBytes, slabBytes);
