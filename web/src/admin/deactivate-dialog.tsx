import type { Holdings, Member } from '@swath/client';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countOf } from '../ui/figures.ts';
import { useHoldings } from './use-accounts.ts';

type DeactivateDialogProps = {
  readonly account: Member;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeactivate: () => void;
};

/** Says in numbers what will end before anything does. */
export function DeactivateDialog({ account, isOpen, onClose, onDeactivate }: DeactivateDialogProps) {
  const holdings = useHoldings(account.id, isOpen);
  return (
    <Dialog isOpen={isOpen} title={`Deactivate ${account.email}?`} onClose={onClose}>
      <p>What ends, ends at once and for good: activating the account again brings no key and no sign-in back.</p>
      {holdings.error && <ErrorNotice error={holdings.error} onRetry={() => void holdings.refetch()} />}
      <div role="status">
        {holdings.isPending && isOpen && 'Counting what will end…'}
        {holdings.data && <HoldingList holdings={holdings.data} />}
      </div>
      <div className="form-actions">
        <button type="button" className="button" onClick={onClose}>
          Keep it active
        </button>
        <button type="button" className="button button-danger" onClick={onDeactivate}>
          Deactivate
        </button>
      </div>
    </Dialog>
  );
}

function HoldingList({
  holdings: { keys, sessions, running_orders: orders, saved_searches: searches },
}: HoldingsProps) {
  return (
    <ul className="plain-list">
      <li>
        <strong>{countOf(keys, 'API key')}</strong> and <strong>{countOf(sessions, 'sign-in')}</strong> end.
      </li>
      <li>{orders === 0 ? 'No order is running.' : `${countOf(orders, 'running order')} will still be delivered.`}</li>
      {searches > 0 && <li>{countOf(searches, 'saved search', 'saved searches')} will match nothing more.</li>}
    </ul>
  );
}

type HoldingsProps = { readonly holdings: Holdings };
