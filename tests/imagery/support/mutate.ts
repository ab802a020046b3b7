import type { Random } from '../../support/seeded-random.ts';

/** Numbers that break arithmetic. */
const evil = [0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/** A damaged copy: some bytes, a word, a bit, a piece moved or lost, or the end cut off. */
export function mutate(bytes: Uint8Array, structure: readonly [number, number][], random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const place = (): number => {
    // Most of a file is pixels; half of the damage goes to what describes them.
    const [start, length] = random.chance(0.5) ? random.pick(structure) : ([0, copy.length] as const);
    return Math.min(copy.length - 1, start + random.below(length));
  };
  for (let left = 1 + random.below(4); left > 0; left--) {
    switch (random.below(6)) {
      case 0:
        copy[place()] = random.below(256);
        break;
      case 1: {
        const at = Math.min(place(), copy.length - 4);
        const value = random.pick(evil);
        if (random.chance(0.5)) copy.writeUInt32LE(value, at);
        else copy.writeUInt32BE(value, at);
        break;
      }
      case 2: {
        const at = place();
        copy[at] = copy[at]! ^ (1 << random.below(8));
        break;
      }
      case 3:
        copy.copyWithin(place(), place(), place());
        break;
      case 4: {
        const at = Math.min(place(), copy.length - 2);
        copy.writeUInt16LE(random.pick(evil) & 0xffff, at);
        break;
      }
      default:
        if (random.chance(0.3)) return Buffer.from(copy.subarray(0, 1 + random.below(copy.length)));
    }
  }
  return copy;
}
