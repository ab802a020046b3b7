import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { FieldsProps } from './draft.ts';

export function ConditionFields({ draft, onChange }: FieldsProps) {
  return (
    <fieldset className="form-part">
      <legend>What to look for; empty is everything</legend>
      <div className="form-columns">
        <TextField
          label="Words"
          name="q"
          isOptional
          autoComplete="off"
          value={draft.q}
          onChange={({ currentTarget }) => onChange({ q: currentTarget.value })}
        />
        <TextField
          label="Collections"
          name="collections"
          isOptional
          autoComplete="off"
          hint="Ids with commas between."
          value={draft.collections}
          onChange={({ currentTarget }) => onChange({ collections: currentTarget.value })}
        />
        <TextField
          label="Taken"
          name="datetime"
          isOptional
          autoComplete="off"
          placeholder="2026-01-01/.."
          hint="Days or moments, in UTC."
          value={draft.datetime}
          onChange={({ currentTarget }) => onChange({ datetime: currentTarget.value })}
        />
      </div>
      <TextArea
        label="Filter"
        name="filter"
        isOptional
        isCode
        rows={2}
        placeholder="eo:cloud_cover < 10"
        hint="CQL2, as text or as JSON."
        value={draft.filter}
        onChange={({ currentTarget }) => onChange({ filter: currentTarget.value })}
      />
      <TextArea
        label="Area"
        name="aoi"
        isOptional
        isCode
        rows={2}
        placeholder="-9.3, 38.6, -9.0, 38.9"
        hint="West, south, east, north; or well-known text, or GeoJSON."
        value={draft.aoi}
        onChange={({ currentTarget }) => onChange({ aoi: currentTarget.value })}
      />
    </fieldset>
  );
}
