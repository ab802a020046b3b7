import type { Member } from '@swath/client';
import type { FormEvent } from 'react';
import { namesText } from '../catalog/collection-names.ts';
import { amountPattern } from '../ui/amount.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { Notice } from '../ui/notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { limitFields, priceFields, readTerms } from './terms.ts';
import { useChangeAccount } from './use-accounts.ts';

const amount = { inputMode: 'decimal', pattern: amountPattern, title: 'An amount such as 12.50' } as const;

type TermsFormProps = { readonly account: Member };

/** Limits, prices and grants are the organization's: they hold for all its accounts. */
export function TermsForm({ account }: TermsFormProps) {
  const change = useChangeAccount(account.id);
  const { limits, prices, collections, name } = account.organization;
  const terms = { limits, prices, collections };

  function submit(event: FormEvent<HTMLFormElement>): void {
    const field = formText(event);
    if (!change.isPending) change.mutate(readTerms(field));
  }

  // What is typed after it was saved is not.
  const forget = () => change.isSuccess && change.reset();

  return (
    <form className="panel form terms" method="post" onSubmit={submit} onChange={forget} aria-labelledby="terms-title">
      <h2 id="terms-title">Terms of {name}</h2>
      {change.error && <ErrorNotice error={change.error} />}
      {change.isSuccess && <Notice kind="success" title="Saved" />}
      {/* Terms that came from elsewhere meanwhile are shown, and not written over unseen. */}
      <TermFields key={JSON.stringify(terms)} terms={terms} />
      <div className="form-actions">
        <SubmitButton label="Save terms" busyLabel="Saving…" isBusy={change.isPending} />
      </div>
    </form>
  );
}

type Terms = Pick<Member['organization'], 'limits' | 'prices' | 'collections'>;

const TermFields = ({ terms: { limits, prices, collections } }: { readonly terms: Terms }) => (
  <>
    <fieldset className="form-columns">
      <legend>Limits of a year, in the operator's currency; empty is without limit</legend>
      {limitFields.map(({ member, label }) => (
        <TextField {...amount} key={member} label={label} name={member} defaultValue={limitText(limits[member])} />
      ))}
    </fieldset>
    <fieldset className="form-columns">
      <legend>Price of a square kilometre; empty is none, and such imagery cannot be limited</legend>
      {priceFields.map(({ member, label }) => (
        <TextField {...amount} key={member} label={label} name={member} defaultValue={prices[member] ?? ''} />
      ))}
    </fieldset>
    <TextField
      label="Collections it may see"
      name="collections"
      isOptional
      defaultValue={namesText(collections ?? [], ', ')}
      hint="Ids with commas between; where none is named it may see everything, unless it is to see nothing."
    />
    <label className="check">
      <input type="checkbox" name="sees_nothing" defaultChecked={collections?.length === 0} />
      Nothing, where none is named
    </label>
  </>
);

const limitText = (limit: number | undefined): string => (limit === undefined || limit < 0 ? '' : String(limit));
