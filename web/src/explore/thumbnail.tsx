import { useRef, useState } from 'react';
import { FootprintSketch } from './footprint-sketch.tsx';
import type { FoundItem } from './found-item.ts';
import { assetPath, thumbnailOf } from './thumbnail-of.ts';
import { useItem } from './use-catalogue.ts';
import { useIsNear } from './use-is-near.ts';
import { usePicture } from './use-picture.ts';

type ThumbnailProps = { readonly item: FoundItem };

/** A small picture of the item once it is about to be seen; until then, and without one, the shape of its footprint. */
export function Thumbnail({ item }: ThumbnailProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(frame);
  const [isBroken, setIsBroken] = useState(false);
  // One with an unusual name is known from the whole document alone.
  const whole = useItem(isNear && item.thumbnail === null ? item.key : null);
  const asset = item.thumbnail ?? (whole.data ? thumbnailOf(whole.data) : null);
  const picture = usePicture(isNear && asset !== null ? assetPath(item, asset) : null);
  return (
    <div ref={frame} className="thumbnail">
      {picture !== null && !isBroken ? (
        <img src={picture} alt="" onError={() => setIsBroken(true)} />
      ) : (
        <FootprintSketch geometry={item.geometry} box={item.box} />
      )}
    </div>
  );
}
