import { PlatformError } from '../../shared/errors.ts';
import { type ImageInfo, dataBands } from '../image.ts';
import type { BandFacts } from './look.ts';

/** Indexes of the one band or the three that are shown. */
export function chooseBands(
  info: ImageInfo,
  facts: readonly BandFacts[],
  wanted: readonly string[] | null,
): readonly number[] {
  if (wanted !== null) return wanted.map((word) => bandOf(info, facts, word));
  const colours = ['red', 'green', 'blue'].map((colour) => named(info, facts, colour));
  if (colours.every((band) => band !== -1)) return colours;
  const shown = dataBands(info);
  return shown.slice(0, shown.length >= 3 ? 3 : 1);
}

function bandOf(info: ImageInfo, facts: readonly BandFacts[], word: string): number {
  const band = named(info, facts, word);
  if (band !== -1) return band;
  const number = /^\d{1,3}$/.test(word) ? Number(word) : 0;
  if (number >= 1 && number <= info.bands.length) return number - 1;
  throw new PlatformError(
    'invalid_parameters',
    `'bands' names '${word}': the image has the bands ${namesOf(info, facts).join(', ')}`,
  );
}

function named({ bands, alphaBand }: ImageInfo, facts: readonly BandFacts[], word: string): number {
  const looked = word.toLowerCase();
  return bands.findIndex(
    ({ name, color }, index) =>
      index !== alphaBand &&
      [color, facts[index]?.commonName, name, facts[index]?.name].some((each) => each?.toLowerCase() === looked),
  );
}

const namesOf = ({ bands }: ImageInfo, facts: readonly BandFacts[]) =>
  bands.map(({ name }, index) => {
    const known = facts[index]?.name ?? name;
    return known === null ? String(index + 1) : `${index + 1} (${known})`;
  });
