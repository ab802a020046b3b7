import { navigate, useSearch } from '../router/location.ts';
import { Link } from '../router/link.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';
import { useKeptDraft } from '../ui/use-kept-draft.ts';
import { bringsSearch, draftOfAddress } from './draft.ts';
import { SavedSearchDetails } from './saved-search-details.tsx';
import { SavedSearchForm } from './saved-search-form.tsx';
import { SavedSearchList } from './saved-search-list.tsx';
import { savedSearchPath } from './saved-search-path.ts';
import { newSearchOf } from './read-draft.ts';
import { useSaveSearch } from './use-saved-searches.ts';
import '../styles/orders.css';
import '../styles/saved.css';

/** The list, one of them, or a new one: the address says which. */
export function SavedSearchesPage() {
  const address = useSearch();
  const id = address.get('id');
  if (id !== null) return <SavedSearchDetails key={id} id={id} />;
  return bringsSearch(address) ? <NewSavedSearch address={address} /> : <AllSavedSearches />;
}

function AllSavedSearches() {
  const create = (
    <Link to="/app/saved-searches?new=1" className="button button-primary">
      <PlusIcon />
      Save a search
    </Link>
  );
  return (
    <Page
      title="Saved searches"
      lead="Searches that are held to whatever arrives: you are told, and what you wish is selected or ordered."
      actions={create}
    >
      <SavedSearchList />
    </Page>
  );
}

type AddressProps = { readonly address: URLSearchParams };

const NewSavedSearch = ({ address }: AddressProps) => (
  <Page title="Save a search" lead={<Link to="/app/saved-searches">All saved searches</Link>}>
    <NewSearchForm key={address.toString()} address={address} />
  </Page>
);

function NewSearchForm({ address }: AddressProps) {
  const [draft, setDraft] = useKeptDraft(draftOfAddress(address));
  const saving = useSaveSearch();
  return (
    <SavedSearchForm
      draft={draft}
      onDraft={setDraft}
      error={saving.error}
      isBusy={saving.isPending}
      onSubmit={() => {
        const search = newSearchOf(draft);
        saving.mutate(search, { onSuccess: ({ id }) => navigate(savedSearchPath(id)) });
      }}
      onCancel={() => navigate('/app/saved-searches')}
    />
  );
}
