import { useMemo } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { focusTitle } from '../ui/page.tsx';
import { openItem } from './change-state.ts';
import { type FoundItem, foundItem } from './found-item.ts';
import { ItemCard } from './item-card.tsx';
import type { ItemKey } from './item-key.ts';
import type { Links } from './links.ts';
import { rivalsOf } from './rivals.ts';
import type { ExploreState } from './state.ts';
import { useItem } from './use-catalogue.ts';

type OtherItemProps = {
  readonly itemKey: ItemKey;
  readonly items: readonly FoundItem[];
  readonly state: ExploreState;
  readonly links: Links;
};

function close(): void {
  openItem(null);
  // The button goes with what it closed.
  focusTitle();
}

/** The item of the address, which is not among the results. */
export function OtherItem({ itemKey, items, state, links }: OtherItemProps) {
  const whole = useItem(itemKey);
  const item = useMemo(() => whole.data && foundItem(whole.data), [whole.data]);
  const rivals = useMemo(() => (item ? rivalsOf(item, items) : []), [item, items]);
  if (whole.error)
    return (
      <div className="other-item">
        <ErrorNotice error={whole.error} />
        <button type="button" className="button button-small" onClick={close}>
          Close
        </button>
      </div>
    );
  if (!item) return null;
  return (
    <ul className="item-list" aria-label="Opened">
      <ItemCard item={item} isOpen isShown={state.shown.includes(itemKey)} links={links} rivals={rivals} />
    </ul>
  );
}
