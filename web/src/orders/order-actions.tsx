import { type Order, SwathError, isEnded } from '@swath/client';
import { useState } from 'react';
import { Link } from '../router/link.tsx';
import { ordersApi } from './api.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countOf } from '../ui/figures.ts';
import { focusTitle } from '../ui/page.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { RetryDialog } from './retry-dialog.tsx';
import { useChangeOrder } from './use-orders.ts';

type OrderActionsProps = { readonly order: Order };

export function OrderActions({ order }: OrderActionsProps) {
  const [isCancelling, setIsCancelling] = useState(false);
  const [isAskingForKeys, setIsAskingForKeys] = useState(false);
  const cancelling = useChangeOrder(order.id, (id) => ordersApi.cancel(id));
  const retrying = useChangeOrder(order.id, (id) => ordersApi.retry(id));
  const mayRetry = order.state === 'PARTIAL' || order.state === 'FAILED';
  const retry = () =>
    retrying.mutate(undefined, {
      onSuccess: focusTitle,
      onError: (error) => setIsAskingForKeys(lacksCredentials(error)),
    });

  function cancelled(): void {
    setIsCancelling(false);
    focusTitle();
  }

  function closeKeys(): void {
    setIsAskingForKeys(false);
    retrying.reset();
  }

  return (
    <div className="page-actions">
      <Link to={`/app/order?clone=${order.id}`} className="button">
        Clone
      </Link>
      {!isEnded(order) && (
        <button type="button" className="button" onClick={() => setIsCancelling(true)}>
          Cancel order
        </button>
      )}
      {mayRetry && (
        <button
          type="button"
          className="button button-primary"
          aria-disabled={retrying.isPending}
          onClick={() => retrying.isPending || retry()}
        >
          {retrying.isPending ? 'Trying again…' : 'Try failed tiles again'}
        </button>
      )}
      {retrying.error && !isAskingForKeys && <ErrorNotice error={retrying.error} />}
      {isAskingForKeys && <RetryDialog id={order.id} refusal={retrying.error} onClose={closeKeys} />}
      <QuestionDialog
        isOpen={isCancelling}
        title="Cancel this order?"
        words={{ no: 'Keep it running', yes: 'Cancel order', doing: 'Cancelling…' }}
        change={cancelling}
        onYes={() => cancelling.mutate(undefined, { onSuccess: cancelled })}
        onClose={() => setIsCancelling(false)}
      >
        <p>
          Delivered: {countOf(order.progress.tiles.delivered, 'tile')}. What is delivered stays, and is all that is
          paid. The others are not cut any more.
        </p>
      </QuestionDialog>
    </div>
  );
}

/** They are forgotten when an order ends. */
const lacksCredentials = (error: Error): boolean =>
  error instanceof SwathError && error.message.includes('credentials');
