export type Part = { readonly number: number; readonly bytes: Buffer; readonly isLast: boolean };

/** Cuts chunks into parts of one size, in two buffers: a part stays as it is until the second one behind it is asked for. */
export async function* partsOf(
  chunks: AsyncGenerator<Uint8Array, void>,
  partBytes: number,
): AsyncGenerator<Part, void> {
  const buffers = [Buffer.allocUnsafeSlow(partBytes)];
  let rest: Uint8Array = new Uint8Array();
  try {
    for (let number = 1; ; number++) {
      const buffer = (buffers[(number - 1) % 2] ??= Buffer.allocUnsafeSlow(partBytes));
      let filled = 0;
      let hasEnded = false;
      while (filled < partBytes && !hasEnded) {
        if (rest.length === 0) {
          const next = await chunks.next();
          hasEnded = next.done === true;
          rest = next.done ? rest : next.value;
        }
        const taken = rest.subarray(0, partBytes - filled);
        buffer.set(taken, filled);
        filled += taken.length;
        rest = rest.subarray(taken.length);
      }
      // A body that ended with the part before it needs no further one, unless it is empty.
      if (filled > 0 || number === 1) yield { number, bytes: buffer.subarray(0, filled), isLast: hasEnded };
      if (hasEnded) return;
    }
  } finally {
    await chunks.return();
  }
}
