import { NoMap } from '../map/no-map.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { later } from '../ui/later.tsx';
import { focusTitle } from '../ui/page.tsx';
import { changeState } from './change-state.ts';
import { foundItem } from './found-item.ts';
import { factsLine, whenText } from './item-facts.ts';
import type { ItemKey } from './item-key.ts';
import type { Links } from './links.ts';
import type { ExploreState } from './state.ts';
import { useItem } from './use-catalogue.ts';

// The map comes in chunks of its own.
const CompareMaps = later(
  async () => (await import('./compare-maps.tsx')).CompareMaps,
  <div className="swipe map-wait">Loading the maps…</div>,
  NoMap,
);

type ComparePanelProps = {
  readonly pair: readonly [ItemKey, ItemKey];
  readonly view: ExploreState['view'];
  readonly links: Links;
};

function endComparing(): void {
  changeState({ compared: null });
  // The button goes with the comparison.
  focusTitle();
}

/** Two items of one place: the swipe, and what there is to know of both. */
export function ComparePanel({ pair, view, links }: ComparePanelProps) {
  const [left, right] = [useItem(pair[0]), useItem(pair[1])];
  const error = left.error ?? right.error;
  const both = left.data && right.data ? ([foundItem(left.data), foundItem(right.data)] as const) : null;
  const swap = () => changeState({ compared: [pair[1], pair[0]] });
  return (
    <section className="compare" aria-labelledby="compare-title">
      <div className="compare-head">
        <h2 id="compare-title">Compare</h2>
        <button type="button" className="button button-small" onClick={swap}>
          Swap sides
        </button>
        <button type="button" className="button button-small" onClick={endComparing}>
          End comparing
        </button>
      </div>
      {error && <ErrorNotice error={error} />}
      {!both && !error && <p role="status">Loading both…</p>}
      {both && (
        <>
          <CompareMaps
            key={pair.join(' ')}
            pair={pair}
            labels={[whenText(both[0]), whenText(both[1])]}
            view={view}
            links={links}
          />
          <Facts>
            {both.map((item, at) => (
              <Fact key={item.key} name={at === 0 ? 'Left' : 'Right'}>
                {[item.title, whenText(item), factsLine(item)].filter((text) => text !== '').join(' · ')}
              </Fact>
            ))}
          </Facts>
        </>
      )}
    </section>
  );
}
