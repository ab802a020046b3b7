import { TextField } from '../ui/text-field.tsx';
import { AccessFields } from './access-fields.tsx';
import { CheckField } from './check-field.tsx';
import type { PlaceProps } from './where-step.tsx';
import { textOf } from './text-of.ts';

type TextMember = 'bucket' | 'region' | 'endpoint';

export function S3Fields({ place, onChange }: PlaceProps) {
  const field = (member: TextMember) => textOf(place, member, onChange);
  return (
    <>
      <div className="form-columns">
        <TextField {...field('bucket')} label="Bucket" placeholder="deliveries" />
        <TextField {...field('region')} label="Region" isOptional placeholder="eu-central-1" />
        <TextField
          {...field('endpoint')}
          label="Endpoint"
          isOptional
          placeholder="https://s3.example.com"
          hint="Of a store that is not AWS; needs keys."
        />
      </div>
      {place.endpoint.trim() !== '' && (
        <CheckField
          label="The bucket is in the path"
          hint="https://s3.example.com/bucket; else it is a host of its own, https://bucket.s3.example.com."
          isChecked={place.isPathStyle}
          onChange={(isPathStyle) => onChange({ ...place, isPathStyle })}
        />
      )}
      <AccessFields place={place} onChange={onChange} />
    </>
  );
}
