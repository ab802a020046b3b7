import { TextField } from '../ui/text-field.tsx';
import { BucketTrial } from './bucket-trial.tsx';
import { type Choice, ChoiceField } from './choice-field.tsx';
import type { Place } from './draft.ts';
import { S3Fields } from './s3-fields.tsx';
import { textOf } from './text-of.ts';

export type PlaceProps = { readonly place: Place; readonly onChange: (place: Place) => void };

export function WhereStep({ place, onChange }: PlaceProps) {
  const text = (member: 'prefix' | 'folder') => textOf(place, member, onChange);
  return (
    <>
      <ChoiceField
        legend="Delivered to"
        choices={kinds}
        chosen={place.kind}
        onChoose={(kind) => onChange({ ...place, kind })}
      />
      {place.kind === 's3' && <S3Fields place={place} onChange={onChange} />}
      {place.kind === 'folder' && (
        <TextField
          {...text('folder')}
          label="Folder"
          placeholder="file:///srv/deliveries"
          hint="As an address, within the folders that the operator has opened for deliveries."
        />
      )}
      <TextField
        {...text('prefix')}
        label="Prefix"
        isOptional
        placeholder="projects/harbour"
        hint="Folders within it, without a slash at the beginning."
      />
      <BucketTrial place={place} />
    </>
  );
}

const kinds: readonly Choice<Place['kind']>[] = [
  { value: 'managed', name: 'This service', hint: 'Kept here for you to download.' },
  {
    value: 's3',
    name: 'A bucket',
    hint: 'Of S3 or a store that speaks like it, or one that the service knows by name.',
  },
  { value: 'folder', name: 'A folder', hint: "On the service's own machine." },
];
