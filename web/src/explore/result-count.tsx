import { countText } from '../ui/figures.ts';
import { clearSearch } from './change-state.ts';

type ResultCountProps = {
  readonly loaded: number;
  /** Null while it is counted. */
  readonly total: number | null;
  readonly isBusy: boolean;
  readonly isNarrowed: boolean;
  readonly onZoom: () => void;
};

const countId = 'result-count';

/** What clears the search goes with it: the focus stays by what is found then. */
export function clearAndStay(): void {
  clearSearch();
  document.getElementById(countId)?.focus();
}

export function ResultCount({ loaded, total, isBusy, isNarrowed, onZoom }: ResultCountProps) {
  return (
    <div className="result-count">
      <p role="status" tabIndex={-1} id={countId}>
        {isBusy ? 'Searching…' : countedText(loaded, total)}
      </p>
      {loaded > 0 && (
        <button type="button" className="button button-small button-quiet" onClick={onZoom}>
          Zoom to results
        </button>
      )}
      {isNarrowed && (
        <button type="button" className="button button-small button-quiet" onClick={clearAndStay}>
          Clear search
        </button>
      )}
    </div>
  );
}

function countedText(loaded: number, total: number | null): string {
  if (total === null) return loaded === 0 ? '' : `More than ${countText(loaded - 1)} results, counting…`;
  const results = `${countText(total)} ${total === 1 ? 'result' : 'results'}`;
  return loaded < total ? `${results}, ${countText(loaded)} on the map` : results;
}
