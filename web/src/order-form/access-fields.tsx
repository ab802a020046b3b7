import { TextField } from '../ui/text-field.tsx';
import { type Choice, ChoiceField } from './choice-field.tsx';
import type { Place } from './draft.ts';
import { textOf } from './text-of.ts';

export type Access = Pick<Place, 'access' | 'roleArn' | 'accessKeyId' | 'secretAccessKey' | 'sessionToken'>;
type AccessFieldsProps<P extends Access> = { readonly place: P; readonly onChange: (place: P) => void };

/** What lets the service into a bucket. */
export function AccessFields<P extends Access>({ place, onChange }: AccessFieldsProps<P>) {
  const field = (member: Exclude<keyof Access, 'access'>) => textOf(place, member, onChange);
  return (
    <>
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
          <TextField {...field('secretAccessKey')} label="Secret access key" type="password" />
          <TextField {...field('sessionToken')} label="Session token" isOptional type="password" />
        </div>
      )}
    </>
  );
}

const accesses: readonly Choice<Access['access']>[] = [
  { value: 'none', name: 'As itself', hint: "The bucket's own policy lets the service in." },
  { value: 'role', name: 'By a role', hint: 'One that you lend to the service.' },
  { value: 'keys', name: 'With keys', hint: 'Kept sealed until the order ends, then forgotten.' },
];
