import type { Select } from '@swath/client';
import { useQuery } from '@tanstack/react-query';
import { selectsApi } from '../select/api.ts';
import { readAllPages } from '../ui/read-all-pages.ts';

/** Parts of a larger select are not ordered here: its tiles would all have to be named. */
export const mostTilesNamed = 20_000;

const forEver = { staleTime: Infinity } as const;

export const useSelect = (id: string | null) =>
  useQuery({
    queryKey: ['order-form', 'select', id],
    queryFn: ({ signal }) => selectsApi.wait(id ?? '', { signal }),
    enabled: id !== null,
    ...forEver,
  });

export const useAcquisitions = (select: Select | undefined) =>
  useQuery({
    queryKey: ['order-form', 'acquisitions', select?.id],
    queryFn: ({ signal }) => readAllPages((page) => selectsApi.acquisitions(select?.id ?? '', page, { signal })),
    enabled: tilesOf(select) > 0,
    ...forEver,
  });

/** The cells in which tiles of each acquisition were chosen; asked for when not all of them are ordered. */
export const useCells = (select: Select | undefined, isNeeded: boolean) =>
  useQuery({
    queryKey: ['order-form', 'cells', select?.id],
    queryFn: ({ signal }) => readCells(select?.id ?? '', signal),
    enabled: isNeeded && select !== undefined,
    ...forEver,
  });

export const mayBeParted = (select: Select | undefined): boolean => tilesOf(select) <= mostTilesNamed;

const tilesOf = (select: Select | undefined): number => select?.stack_depth_summary?.tiles ?? 0;

async function readCells(id: string, signal: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>> {
  const cells = new Map<string, string[]>();
  for await (const { properties } of selectsApi.cells(id, { signal }))
    for (const { acquisition_id: acquisition } of properties.best_matches) {
      const others = cells.get(acquisition);
      if (others === undefined) cells.set(acquisition, [properties.cell_id]);
      else others.push(properties.cell_id);
    }
  return cells;
}
