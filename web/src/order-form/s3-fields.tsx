import { TextField } from '../ui/text-field.tsx';
import { CheckField } from './check-field.tsx';
import { type Choice, ChoiceField } from './choice-field.tsx';
import type { Place } from './draft.ts';
import type { PlaceProps } from './where-step.tsx';

type TextMember = Exclude<keyof Place, 'kind' | 'access' | 'isPathStyle'>;

export function S3Fields({ place, onChange }: PlaceProps) {
  const field = (member: TextMember) => ({
    value: place[member],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ ...place, [member]: event.currentTarget.value }),
  });
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
      <ChoiceField
        legend="How the service may write there"
        choices={accesses}
        chosen={place.access}
        onChoose={(access) => onChange({ ...place, access })}
      />
      {place.access === 'role' && (
        <TextField {...field('roleArn')} label="Role" placeholder="arn:aws:iam::123456789012:role/deliveries" />
      )}
      {place.access === 'keys' && (
        <div className="form-columns">
          <TextField {...field('accessKeyId')} label="Access key id" />
          <TextField {...field('secretAccessKey')} label="Secret access key" type="password" autoComplete="off" />
          <TextField {...field('sessionToken')} label="Session token" isOptional type="password" autoComplete="off" />
        </div>
      )}
    </>
  );
}

const accesses: readonly Choice<Place['access']>[] = [
  { value: 'none', name: 'As itself', hint: "The bucket's own policy lets the service in." },
  { value: 'role', name: 'By a role', hint: 'One that you lend to the service.' },
  { value: 'keys', name: 'With keys', hint: 'Kept sealed until the order ends, then forgotten.' },
];
