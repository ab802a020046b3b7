import { Link } from '../router/link.tsx';
import { useSearch } from '../router/location.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { notTaken } from './criteria-of-filter.ts';
import { draftOfAddress, draftOfRequest } from './draft.ts';
import { keptWords } from './kept-members.ts';
import { SelectForm } from './select-form.tsx';
import { useSelect } from './use-selects.ts';
import '../styles/orders.css';
import '../styles/select.css';

/** Prefilled from the address: `aoi`, `datetime`, `collections`, `filter`, `ids` and `name`, or `from`, the id of a select. */
export function NewSelectPage() {
  const address = useSearch();
  const from = address.get('from');
  const earlier = useSelect(from);
  return (
    <Page
      title="New select"
      lead={
        <>
          Finds the best imagery over an area. <Link to="/app/selects">All selects</Link>
        </>
      }
    >
      {from !== null && earlier.isPending && <p role="status">Loading the select…</p>}
      {earlier.error && <ErrorNotice error={earlier.error} onRetry={() => void earlier.refetch()} />}
      <NotTaken what={notTaken(address)} />
      {earlier.data && <Kept what={keptWords(earlier.data.request_details)} />}
      {from === null && <SelectForm key={address.toString()} start={draftOfAddress(address)} />}
      {earlier.data && <SelectForm key={earlier.data.id} start={draftOfRequest(earlier.data.request_details)} />}
    </Page>
  );
}

function NotTaken({ what }: { readonly what: readonly string[] }) {
  if (what.length === 0) return null;
  return (
    <Notice kind="info" title="Not all of the search was taken along">
      <p>A select cannot ask for {what.join(', ')}: it looks at everything that meets what stands below.</p>
    </Notice>
  );
}

function Kept({ what }: { readonly what: readonly string[] }) {
  if (what.length === 0) return null;
  return (
    <Notice kind="info" title="Some of it has no field here">
      <p>
        It goes along as it was: {what.join('; ')}. Another area, or other days, take the place of what was said of
        them.
      </p>
    </Notice>
  );
}
