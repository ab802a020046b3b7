import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { selectFile } from '../../../server/src/select/files/select-file.ts';
import type { SelectedCell } from '../../../server/src/select/selection.ts';
import { sampleNeeds } from '../support/read-file.ts';
import { cellBeside, sampleCell, sampleSelection } from '../support/sample-selection.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const megabyte = 1_000_000;
const like = sampleCell('Z13-031133231113', 3);

async function* manyCells(count: number): AsyncGenerator<SelectedCell> {
  for (let index = 0; index < count; index++) {
    const cell_id = cellBeside('Z13-031133200000', index % 250, Math.floor(index / 250));
    const best_matches = like.best_matches.map((tile) => ({
      ...tile,
      cell_id,
      id: `${tile.acquisition_id}-${cell_id}`,
    }));
    yield { ...like, cell_id, best_matches };
  }
}

/** The most that was held at any time while the file was read, and how long it is. */
async function readThrough(format: 'geojson' | 'csv', count: number) {
  const file = selectFile(format, sampleSelection([like]), () => manyCells(count), sampleNeeds());
  let [length, next, mostHeld] = [0, 0, 0];
  for await (const chunk of file.body) {
    length += chunk.length;
    if (length < next) continue;
    next += 20 * megabyte;
    collectGarbage();
    mostHeld = Math.max(mostHeld, process.memoryUsage().heapUsed);
  }
  return { length, mostHeld };
}

test('50,000 cells pass as geojson without being held', async () => {
  const few = await readThrough('geojson', 1_000);
  const many = await readThrough('geojson', 50_000);
  expect(many.length).toBeGreaterThan(200 * megabyte);
  expect(many.mostHeld - few.mostHeld).toBeLessThan(10 * megabyte);
});
