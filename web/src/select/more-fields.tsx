import { TextField } from '../ui/text-field.tsx';
import { CollectionChoice } from '../catalog/collection-choice.tsx';
import type { DraftFieldsProps } from './when-fields.tsx';

export function MoreFields({ draft, onChange }: DraftFieldsProps) {
  return (
    <section className="panel form" aria-labelledby="more-title">
      <h2 id="more-title">How much, and from where</h2>
      <div className="field-columns">
        <TextField
          label="Stack depth"
          type="number"
          min={1}
          max={100}
          required
          value={draft.stackDepth}
          onChange={({ currentTarget }) => onChange({ stackDepth: currentTarget.value })}
          hint="Tiles for each cell, the best first."
        />
        <TextField
          label="Best cover, percent"
          type="number"
          min={1}
          max={100}
          step="any"
          isOptional
          value={draft.bestCover}
          onChange={({ currentTarget }) => onChange({ bestCover: currentTarget.value })}
          hint="Finds the fewest acquisitions that show so much of the area, and the gaps. Leave it empty for areas of more than 10,000 cells."
        />
        <TextField
          label="Name"
          isOptional
          maxLength={200}
          value={draft.name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          hint="To find it again in the list."
        />
        <TextField
          label="Acquisition ids"
          isOptional
          spellCheck={false}
          value={draft.ids}
          onChange={({ currentTarget }) => onChange({ ids: currentTarget.value })}
          hint="Looks at these alone; then the area may be left out."
        />
      </div>
      <CollectionChoice chosen={draft.collections} onChange={(collections) => onChange({ collections })} />
    </section>
  );
}
