import { type Select, SwathError } from '@swath/client';
import { Link } from '../router/link.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { SelectDetails } from './select-details.tsx';
import { SelectFacts } from './select-facts.tsx';
import { useSelect } from './use-selects.ts';
import '../styles/orders.css';
import '../styles/select.css';

type SelectPageProps = { readonly id: string };

export function SelectPage({ id }: SelectPageProps) {
  const found = useSelect(id);
  const select = found.data;
  const name = select?.name?.trim();
  return (
    <Page
      title={name ? name : `Select ${id}`}
      lead={<Link to="/app/selects">All selects</Link>}
      actions={select && <SelectActions select={select} />}
    >
      {found.isPending && <p role="status">Loading the select…</p>}
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.error instanceof SwathError && found.error.status === 400 && (
        <p className="muted">
          Selects are kept for a while, for whoever made them. This one may have expired:{' '}
          <Link to="/app/select">make a new one</Link>.
        </p>
      )}
      {select && <SelectFacts select={select} />}
      {select?.error_message && (
        <Notice kind="error" title="The select failed">
          <p>{select.error_message.Cause}</p>
        </Notice>
      )}
      {select?.status === 'SUCCEEDED' && <SelectDetails select={select} />}
    </Page>
  );
}

function SelectActions({ select: { id, status, stack_depth_summary: depth } }: { readonly select: Select }) {
  const mayOrder = status === 'SUCCEEDED' && (depth?.tiles ?? 0) > 0;
  return (
    <div className="page-actions">
      <Link to={`/app/select?from=${id}`} className="button">
        Change and run again
      </Link>
      {mayOrder && (
        <Link to={`/app/order?select=${id}`} className="button button-primary">
          Order this
        </Link>
      )}
    </div>
  );
}
