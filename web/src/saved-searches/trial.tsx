import type { SearchTrial } from '@swath/client';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { areaText, costText, countOf } from '../ui/figures.ts';
import { Notice } from '../ui/notice.tsx';
import { useTrial } from './use-saved-searches.ts';

/** Holds the last arrivals to the search; nobody is told, and nothing is ordered. */
export function Trial({ id }: { readonly id: string }) {
  const trial = useTrial(id);
  return (
    <section className="panel" aria-labelledby="trial-title">
      <h2 id="trial-title">Try it</h2>
      <p className="muted">
        What of the last thousand arrivals that you may see, among the last 10,000 of the catalogue, would have matched.
        Nobody is told, nothing is ordered.
      </p>
      {trial.error && <ErrorNotice error={trial.error} />}
      {trial.data && <TrialResult trial={trial.data} />}
      <div>
        <button
          type="button"
          className="button"
          aria-disabled={trial.isPending}
          onClick={() => trial.isPending || trial.mutate()}
        >
          {trial.isPending ? 'Looking…' : 'Try it now'}
        </button>
      </div>
    </section>
  );
}

function TrialResult({ trial: { looked_at: lookedAt, matched, items, order } }: { readonly trial: SearchTrial }) {
  return (
    <Notice kind="info" title={`${countOf(matched, 'match', 'matches')} in ${countOf(lookedAt, 'arrival')}`}>
      {items.length > 0 && (
        <ul className="plain-list">
          {items.map(({ collection, id }) => (
            <li key={`${collection}/${id}`}>
              {id} <span className="muted">of {collection}</span>
            </li>
          ))}
        </ul>
      )}
      {order !== null && (
        <p>
          {order.would_be_placed
            ? `An order would be placed: ${areaText(order.area_sqkm ?? 0)}, cost ${costText(order.cost)}.`
            : `No order would be placed: ${order.reason}`}
        </p>
      )}
    </Notice>
  );
}
