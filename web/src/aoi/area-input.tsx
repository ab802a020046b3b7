import { useState } from 'react';
import { Segments } from '../ui/segments.tsx';
import { AreaFileField } from './area-file-field.tsx';
import { AreaSummary } from './area-summary.tsx';
import { AreaTextField } from './area-text-field.tsx';
import type { Area } from './area.ts';
import { BoxFields } from './box-fields.tsx';
import { DrawButtons, type DrawWay } from './draw-buttons.tsx';
import '../styles/aoi.css';

type AreaInputProps = {
  readonly area: Area | null;
  readonly onChange: (area: Area | null) => void;
  /** What is being drawn; null while nothing is. */
  readonly drawn?: DrawWay | null;
  /** Null ends the drawing; absent where there is no map beside it. */
  readonly onDraw?: (way: DrawWay | null) => void;
};

const ways = ['Text', 'Box', 'File'] as const;

/** Every way to give an area of interest; drawing happens on a map beside it (`AreaOnMap`). */
export function AreaInput({ area, onChange, drawn = null, onDraw }: AreaInputProps) {
  const [way, setWay] = useState<(typeof ways)[number]>('Text');
  return (
    <div className="area-input" role="group" aria-label="Area of interest">
      <AreaSummary area={area} onClear={() => onChange(null)} />
      {onDraw && <DrawButtons drawn={drawn} onDraw={onDraw} />}
      <Segments legend="Give the area as" choices={ways} chosen={way} onChoose={setWay} />
      {way === 'Text' && <AreaTextField area={area} onChange={onChange} />}
      {way === 'Box' && <BoxFields area={area} onChange={onChange} />}
      {way === 'File' && <AreaFileField onChange={onChange} />}
    </div>
  );
}
