import type { SelectRequest } from '@swath/client';
import { type Terminal, UsageError } from '../../command.ts';
import { areaFlags, readArea, readJson, readRequest } from '../area-flags.ts';
import { asCount, asFigure, asList, given } from '../flag-values.ts';
import { acquisitionOf, isItem, readRecords } from '../read-records.ts';

export const selectFlags = {
  ids: { type: 'string' },
  ...areaFlags,
  datetime: { type: 'string' },
  query: { type: 'string' },
  collections: { type: 'string' },
  'stack-depth': { type: 'string' },
  age: { type: 'string' },
  'best-cover': { type: 'string' },
  name: { type: 'string' },
  metadata: { type: 'string' },
  request: { type: 'string' },
} as const;

type SelectValues = { readonly [K in keyof typeof selectFlags]?: string };

/** Flags go before the members of `--request`. */
export async function readSelect(
  values: SelectValues,
  input: string | undefined,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<SelectRequest> {
  if (input !== undefined && input !== '-') throw new UsageError(`'${input}' is not -, which is standard input`);
  const readers = [input, values.area, values.request].filter((place) => place === '-');
  if (readers.length > 1) throw new UsageError('standard input can be only one of the input, --area and --request');
  const request = {
    ...(await readRequest(values.request, terminal)),
    ...(await readArea(values, terminal)),
    ...(input === '-' ? await readAcquisitions(terminal) : {}),
    ...given({
      ids: asList(values.ids),
      datetime: values.datetime,
      query: values.query === undefined ? undefined : readJson('--query', values.query),
      collections: asList(values.collections),
      stack_depth: asCount('--stack-depth', values['stack-depth']),
      image_age_category: asList(values.age),
      best_cover: asFigure('--best-cover', values['best-cover']),
      name: values.name,
      metadata: values.metadata === undefined ? undefined : readJson('--metadata', values.metadata),
    }),
  };
  return request as SelectRequest;
}

/** Of items also where they were found, so that others of the same name stay out. */
async function readAcquisitions(
  terminal: Pick<Terminal, 'readInput'>,
): Promise<Pick<SelectRequest, 'ids' | 'collections'>> {
  const records = await readRecords(terminal);
  if (records.length === 0) throw new UsageError('standard input names no imagery: nothing was found');
  const collections = new Set(records.map(({ document }) => document?.['collection']));
  const areKnown = records.every(isItem) && [...collections].every((each) => typeof each === 'string');
  return {
    ids: [...new Set(records.map(acquisitionOf))],
    ...(areKnown ? { collections: [...collections] as string[] } : {}),
  };
}
