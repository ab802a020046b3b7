import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bboxGeometry } from '../../../server/src/geometry/box.ts';
import { writeWkt } from '../../../server/src/geometry/write-wkt.ts';
import type { SelectedCell } from '../../../server/src/select/selection.ts';
import { sampleCell, sampleSelection, sampleTile } from '../support/sample-selection.ts';
import { isChanged, mapPixels, pagesInBrowser } from './pages-in-browser.ts';

/** Of every picture. */
const red = [220, 20, 20] as const;
const { executablePath, open } = pagesInBrowser((index) => red[index % 3]!);

/** Where the map shows the picture along a line through its middle, untinted. */
const redAlong = async (page: Page, way: 'across' | 'down'): Promise<readonly boolean[]> => {
  const pixels = await page.locator('canvas').evaluate((element, along) => {
    const map = element as HTMLCanvasElement;
    // Reading the map itself would change how the browser draws it.
    const copy = document.createElement('canvas');
    Object.assign(copy, { width: map.width, height: map.height });
    const pen = copy.getContext('2d', { willReadFrequently: true })!;
    pen.drawImage(map, 0, 0);
    const [x, y] = [Math.floor(map.width / 2), Math.floor(map.height / 2)];
    const line = along === 'across' ? pen.getImageData(0, y, map.width, 1) : pen.getImageData(x, 0, 1, map.height);
    return [...line.data];
  }, way);
  const isRed = (start: number) => red.every((value, band) => Math.abs(pixels[start + band]! - value) < 6);
  return Array.from({ length: pixels.length / 4 }, (_, index) => isRed(4 * index));
};

const length = (line: readonly boolean[]): number => line.lastIndexOf(true) - line.indexOf(true);

const isRedInTheMiddle = async (page: Page): Promise<boolean> => {
  const line = await redAlong(page, 'across');
  return line[Math.floor(line.length / 2)]!;
};

/** A cell whose tile shows a box of degrees alone. */
const cellOfBox = (cellId: string, box: readonly number[], platform = 'worldview-03'): SelectedCell => ({
  ...sampleCell(cellId, 1),
  best_matches: [sampleTile(cellId, 0, { wkt: writeWkt(bboxGeometry(box)!), platform })],
});

describe.skipIf(executablePath === null)('the map of a select', () => {
  test('the map opens on the area of interest and its picture, which nothing tints; a button leads back', async () => {
    const box = [9.732, 50.958, 9.749, 50.968];
    const shown = [cellOfBox('Z32-102220021230', box)];
    const page = await open(shown, sampleSelection(shown, { aoi: bboxGeometry(box) }));
    await expect.poll(() => isRedInTheMiddle(page)).toBe(true);
    const [across, down] = [await redAlong(page, 'across'), await redAlong(page, 'down')];
    // Square, as the area nearly is; with 15 % around the area and 3 % around its picture.
    expect(Math.abs(length(across) / length(down) - 1)).toBeLessThan(0.05);
    const share = Math.max(length(across) / across.length, length(down) / down.length);
    expect(share).toBeGreaterThan(0.78);
    expect(share).toBeLessThan(0.9);
    const before = await mapPixels(page);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await isChanged(page, before);
    await page.getByRole('button', { name: 'Show the area of interest' }).click();
    await expect.poll(() => mapPixels(page)).toBe(before);
  });

  test('a cell of another zone puts no shade on a picture', async () => {
    const box = [11.998, 48.955, 12.003, 48.96];
    const shown = [cellOfBox('Z32-102222101031', box), cellOfBox('Z33-013333010120', box, 'geoeye-01')];
    const page = await open(shown, sampleSelection(shown, { aoi: bboxGeometry(box) }));
    await expect.poll(() => isRedInTheMiddle(page)).toBe(true);
  });

  test('the next cell is shown where its picture is', async () => {
    const aoi = [9.72, 50.96, 9.724, 50.964];
    const shown = [
      cellOfBox('Z32-102220021230', aoi, 'geoeye-01'),
      cellOfBox('Z32-102220021231', [9.79, 50.99, 9.794, 50.994]),
    ];
    const page = await open(shown, sampleSelection(shown, { aoi: bboxGeometry(aoi) }));
    expect(await isRedInTheMiddle(page)).toBe(false);
    await page.getByRole('button', { name: 'Next cell' }).click();
    expect(await page.locator('.cell-title').innerText()).toBe('Z32-102220021231');
    await expect.poll(() => isRedInTheMiddle(page)).toBe(true);
  });
});
