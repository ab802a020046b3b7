import { Link } from '../router/link.tsx';
import { useSearch } from '../router/location.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { draftOfAddress, draftOfRequest } from './draft.ts';
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
      {from === null && <SelectForm key={address.toString()} start={draftOfAddress(address)} />}
      {earlier.data && <SelectForm key={earlier.data.id} start={draftOfRequest(earlier.data.request_details)} />}
    </Page>
  );
}
