import { readApiDocument } from '@swath/client';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { home } from '../router/home.ts';
import { swath } from '../swath.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countText } from '../ui/figures.ts';
import { Page } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { OperationDetails } from './operation-details.tsx';
import { sectionsOf } from './operations.ts';
import '../styles/reference.css';

const lead = (
  <>
    Every call of this service, from its own <a href={`${home}/openapi.json`}>OpenAPI document</a>. STAC and the service
    family's public clients work with it by changing only the host.
  </>
);

export function ReferencePage() {
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const found = useQuery({
    queryKey: ['api-document'],
    queryFn: ({ signal }) => readApiDocument(swath.sender, { signal }),
    staleTime: Infinity,
  });
  const sections = found.data ? sectionsOf(found.data, wanted) : [];
  const count = sections.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <Page title="API reference" lead={lead}>
      {found.isPending && <p role="status">Loading the reference…</p>}
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <>
          <TextField
            label="Find"
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            hint="A path, a word of what it does."
          />
          <p role="status">{count === 1 ? '1 call' : `${countText(count)} calls`}</p>
        </>
      )}
      {sections.map(({ tag, operations }) => (
        <section key={tag} className="panel" aria-label={tag}>
          <h2>{tag}</h2>
          {operations.map((listed) => (
            <OperationDetails key={`${listed.method} ${listed.path}`} {...listed} />
          ))}
        </section>
      ))}
    </Page>
  );
}
