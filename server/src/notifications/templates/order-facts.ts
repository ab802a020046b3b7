import type { Fact } from './facts.ts';
import type { OrderMailInput } from './order-mail-input.ts';
import { areaInWords, costInWords, counted, momentInWords, sizeInWords, wholeNumber } from './quantities.ts';

const mostFailedTiles = 10;

/** What was delivered, and where. */
export function deliveryFacts(input: OrderMailInput): readonly Fact[] {
  const { tiles, acquisitions, files, bytes, usage, place, manifestKey } = input;
  const areaSqkm = usage.reduce((sum, part) => sum + part.areaSqkm, 0);
  return [
    { label: 'Tiles', value: `${wholeNumber(tiles.delivered)} of ${wholeNumber(tiles.total)}` },
    { label: 'Acquisitions', value: wholeNumber(acquisitions) },
    { label: 'Area', value: areaInWords(areaSqkm) },
    { label: 'Files', value: `${counted(files, 'file')}, ${sizeInWords(bytes)}` },
    { label: 'Bucket', value: place.keptDays === null ? place.bucket : 'kept by the service' },
    ...(place.prefix === '' ? [] : [{ label: 'Prefix', value: place.prefix }]),
    ...(manifestKey === null ? [] : [{ label: 'Manifest', value: manifestKey }]),
    { label: 'Placed', value: momentInWords(input.placedAtMs) },
    { label: 'Ended', value: momentInWords(input.endedAtMs) },
  ];
}

/** What it costs, by the age of the imagery; classes that were not used are left out. */
export function usageFacts({ usage }: OrderMailInput): readonly Fact[] {
  const used = usage.filter(({ areaSqkm }) => areaSqkm > 0);
  const total = used.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + cost), 0);
  return [
    ...used.map(({ age, areaSqkm, cost }) => ({
      label: `${capitalized(age)} imagery`,
      value: `${areaInWords(areaSqkm)}, ${costInWords(cost)}`,
    })),
    { label: 'Cost', value: costInWords(total) },
  ];
}

/** The first of them with their reasons, and how many there are beside. */
export function failedTileFacts({ failedTiles, tiles }: OrderMailInput): readonly Fact[] {
  const shown = failedTiles.slice(0, mostFailedTiles);
  const more = Math.max(tiles.failed, failedTiles.length) - shown.length;
  return [
    ...shown.map(({ acquisitionId, cellId, error }) => ({
      label: acquisitionId,
      value: `${cellId}: ${error ?? 'no reason is known'}`,
    })),
    ...(more > 0 ? [{ label: 'Beside these', value: `${counted(more, 'more tile')}; the order names them all` }] : []),
  ];
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
