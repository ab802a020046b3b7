import { useState } from 'react';
import { RasterTiles } from '../map/raster-tiles.tsx';
import { describeError } from '../ui/describe-error.ts';
import { outlineLayers } from './footprint-layers.ts';
import { boxOfGeometry } from '../map/geometry-box.ts';
import { type ItemKey, readKey } from './item-key.ts';
import { useItem } from './use-catalogue.ts';

type ShownImageryProps = { readonly keys: readonly ItemKey[] };

/** The imagery itself, above the tint of footprints and below their lines. */
export function ShownImagery({ keys }: ShownImageryProps) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      {keys.map((key) => (
        <ItemImagery key={key} itemKey={key} onProblem={(error) => setProblem(describeError(error).text)} />
      ))}
      {problem !== null && keys.length > 0 && (
        <p role="status" className="map-problem">
          Some imagery cannot be drawn: {problem}
        </p>
      )}
    </>
  );
}

type ItemImageryProps = { readonly itemKey: ItemKey; readonly onProblem: (error: unknown) => void };

export function ItemImagery({ itemKey, onProblem }: ItemImageryProps) {
  const item = useItem(itemKey);
  const named = readKey(itemKey);
  if (!item.data || named === null) return null;
  return (
    <RasterTiles
      collection={named.collection}
      item={named.id}
      box={boxOfGeometry(item.data.geometry)}
      below={outlineLayers[1]!.id}
      onProblem={onProblem}
    />
  );
}
