import { type DragEvent, useId, useState } from 'react';
import { askedTwice } from '../ui/asked-twice.ts';
import type { Area } from './area.ts';
import { problemText } from './use-area-reader.ts';

const noPart =
  'the part of this page that reads files could not be loaded. Check your connection, then choose the file again.';

const several = 'These are several files: give one. A shapefile is one with all that belongs to it, zipped.';

type AreaFileFieldProps = { readonly onChange: (area: Area) => void };

/** A file that is chosen or dropped; what reads it comes with the first one. */
export function AreaFileField({ onChange }: AreaFileFieldProps) {
  const id = useId();
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isProblem: boolean } | null>(null);
  const [isOver, setIsOver] = useState(false);

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    setOutcome({ text: `Reading ${file.name}…`, isProblem: false });
    const part = await askedTwice(() => import('./read-area-file.ts')).catch(() => null);
    if (part === null) return setOutcome({ text: `${file.name}: ${noPart}`, isProblem: true });
    try {
      onChange(await part.readAreaFile(file));
      setOutcome({ text: `The area is that of ${file.name}.`, isProblem: false });
    } catch (error) {
      setOutcome({ text: `${file.name}: ${problemText(error)}`, isProblem: true });
    }
  }

  function dropped(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    const [file, ...others] = event.dataTransfer.files;
    if (others.length === 0) void take(file);
    else setOutcome({ text: several, isProblem: true });
  }

  function over(event: DragEvent): void {
    event.preventDefault();
    setIsOver(true);
  }

  return (
    <div
      className={isOver ? 'field area-drop area-drop-over' : 'field area-drop'}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={dropped}
    >
      <label htmlFor={id}>File with the area</label>
      <input
        id={id}
        type="file"
        className="input"
        accept=".geojson,.json,.kml,.kmz,.zip,.wkt,.txt"
        aria-describedby={`${id}-hint ${id}-outcome`}
        // Else a file that was mended and is chosen again would be no change.
        onClick={({ currentTarget }) => (currentTarget.value = '')}
        onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
      />
      <p id={`${id}-outcome`} className={outcome?.isProblem ? 'field-problem' : 'hint'} role="status">
        {outcome?.text}
      </p>
      <p id={`${id}-hint`} className="hint">
        GeoJSON, KML, KMZ or a zipped shapefile in WGS 84; choose it, or drop it here. It stays in this browser.
      </p>
    </div>
  );
}
