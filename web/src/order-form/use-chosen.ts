import type { Area, Select } from '@swath/client';
import type { Source } from './draft.ts';
import type { Chosen } from './request-of.ts';
import { useAcquisitions, useCells, useSelect } from './use-selected.ts';

/** What the source holds, as far as it is known. */
export function useChosen(source: Source) {
  const select = useSelect(source.kind === 'select' ? source.id : null);
  const acquisitions = useAcquisitions(select.data);
  const isParted = source.kind === 'select' && source.leftOut.size > 0;
  const cells = useCells(select.data, isParted);
  const area = select.data === undefined ? {} : areaOf(select.data);
  const hasArea = source.kind === 'select' ? Object.keys(area).length > 0 : source.area.trim() !== '';
  const chosen: Chosen | null = cells.data === undefined ? null : { ...area, cells: cells.data };
  return {
    select,
    acquisitions,
    hasArea,
    chosen,
    /** A part of a select can be ordered once its tiles are known. */
    isReady: !isParted || chosen !== null,
    /** What went wrong with them, and how to ask again. */
    cellsProblem: isParted && cells.error ? { error: cells.error, retry: () => void cells.refetch() } : null,
  };
}

/** As it was sent. */
const areaOf = ({ intersects, bbox }: Select): Area => ({
  ...(intersects === null ? {} : { intersects: intersects as NonNullable<Area['intersects']> }),
  ...(Array.isArray(bbox) ? { bbox: bbox as readonly number[] } : {}),
});
