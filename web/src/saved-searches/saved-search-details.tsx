import type { SavedSearch } from '@swath/client';
import { useState } from 'react';
import { Link } from '../router/link.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { countOf } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';
import { focusTitle, Page } from '../ui/page.tsx';
import { draftOf } from './draft.ts';
import { MatchList } from './match-list.tsx';
import { PauseBadge } from './pause-badge.tsx';
import { changeOf } from './read-draft.ts';
import { SavedSearchActions } from './saved-search-actions.tsx';
import { SavedSearchForm } from './saved-search-form.tsx';
import { actionText, searchText, toldText } from './search-texts.ts';
import { Trial } from './trial.tsx';
import { useChangeSearch, useSavedSearch } from './use-saved-searches.ts';

export function SavedSearchDetails({ id }: { readonly id: string }) {
  const found = useSavedSearch(id);
  const [isEditing, setIsEditing] = useState(false);
  const saved = found.data;

  function shown(): void {
    setIsEditing(false);
    focusTitle();
  }

  return (
    <Page
      title={saved?.name ?? 'Saved search'}
      lead={<Link to="/app/saved-searches">All saved searches</Link>}
      actions={saved && <SavedSearchActions saved={saved} onEdit={() => setIsEditing(true)} />}
    >
      {found.isPending && <p role="status">Loading the search…</p>}
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {saved && isEditing && <EditSearch saved={saved} onDone={shown} />}
      {saved && !isEditing && (
        <>
          <SearchFacts saved={saved} />
          <Trial id={id} />
          <MatchList id={id} />
        </>
      )}
    </Page>
  );
}

function EditSearch({ saved: latest, onDone }: { readonly saved: SavedSearch; readonly onDone: () => void }) {
  // As it was when the editing began: what was changed elsewhere meanwhile is no change of this form's.
  const [saved] = useState(latest);
  const [draft, setDraft] = useState(() => draftOf(saved));
  const change = useChangeSearch(saved.id);
  return (
    <SavedSearchForm
      draft={draft}
      onDraft={setDraft}
      error={change.error}
      isBusy={change.isPending}
      onSubmit={() => {
        const members = changeOf(saved, draft);
        if (Object.keys(members).length === 0) onDone();
        else change.mutate(members, { onSuccess: onDone });
      }}
      onCancel={onDone}
    />
  );
}

function SearchFacts({ saved }: { readonly saved: SavedSearch }) {
  const nowMs = Date.now();
  return (
    <section className="panel" aria-labelledby="search-facts-title">
      <h2 id="search-facts-title">What is watched for</h2>
      <Facts>
        <Fact name="State">
          <PauseBadge saved={saved} nowMs={nowMs} />
        </Fact>
        <Fact name="Looks for">{searchText(saved)}</Fact>
        <Fact name="Told">{toldText(saved)}</Fact>
        <Fact name="Then">{actionText(saved)}</Fact>
        <Fact name="A notice at most every">{countOf(saved.interval_minutes, 'minute')}</Fact>
        {saved.expires !== null && (
          <Fact name="Until">
            <Moment at={saved.expires} nowMs={nowMs} />
          </Fact>
        )}
        <Fact name="Saved">
          <Moment at={saved.created} nowMs={nowMs} />
        </Fact>
      </Facts>
      <details>
        <summary>The search as JSON</summary>
        <CodeBlock code={JSON.stringify(saved.search, null, 2)} what="search" />
      </details>
    </section>
  );
}
