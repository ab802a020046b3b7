import type { WrittenLines } from '../../wfs/outputs/write-lines.ts';
import type { FeatureJob } from '../../wfs/ports.ts';
import type { StreamedOutput } from '../../wfs/outputs/output.ts';
import { geojson } from '../../wfs/outputs/geojson.ts';
import { gml32 } from '../../wfs/outputs/gml32.ts';
import { defaultCrs } from '../../wfs/output-crs.ts';
import type { Changes } from '../sqlite/catalog/file/changes.ts';
import type { Stock } from '../sqlite/catalog/documents/chunk-reader.ts';
import { followChanges } from './follow-changes.ts';
import type { Shelf } from './shelf.ts';

/** A shelf as one answer sees it. */
export type AnswerStock = Stock & {
  /** Keeps what is written of the lines that were read last; a key of -1 is not kept. */
  keeper(keys: readonly number[]): (written: WrittenLines) => void;
};

export function createAnswerStock(shelf: Shelf, { hasBareIds }: Pick<StreamedOutput, 'hasBareIds'>): AnswerStock {
  let at: Changes | null = null;
  return {
    take(keys, prepare, snapshot) {
      at = followChanges(shelf, prepare, snapshot, hasBareIds === true);
      return at && shelf.take(keys, at);
    },
    keeper(keys) {
      const then = at;
      return ({ bytes, sizes }) => {
        if (then !== null) shelf.put(keys, then, bytes, sizes);
      };
    },
  };
}

/** The forms that are kept: what clients ask for where they choose nothing. */
export const keptOutputs = [gml32.name, geojson.name] as const;
export type KeptOutput = (typeof keptOutputs)[number];

/** The form of an answer that is kept; null where it shows something else. `isWhole`: with all attributes. */
export function keptOutputOf({ output, context }: FeatureJob, isWhole: boolean): KeptOutput | null {
  const { hasGeometry, isAlone, crs } = context;
  if (!isWhole || !hasGeometry || isAlone) return null;
  if (output === geojson.name) return crs.code === 4326 ? output : null;
  const { srsName, isLatLon } = defaultCrs['2.0.0'];
  return output === gml32.name && crs.srsName === srsName && crs.isLatLon === isLatLon ? output : null;
}
