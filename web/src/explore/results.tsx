import { useMemo, useState } from 'react';
import { AllShown } from '../ui/all-shown.tsx';
import { countText } from '../ui/figures.ts';
import type { FoundItem } from './found-item.ts';
import { ItemCard } from './item-card.tsx';
import type { Links } from './links.ts';
import { OtherItem } from './other-item.tsx';
import { rivalsOf } from './rivals.ts';
import type { ExploreState } from './state.ts';

type ResultsProps = {
  readonly items: readonly FoundItem[];
  readonly state: ExploreState;
  readonly links: Links;
  /** More can be had from the service than is here. */
  readonly hasMore: boolean;
  readonly onMore: () => void;
};

const step = 50;
const nobody: readonly FoundItem[] = [];

/** The list; a part of what is loaded, so that thousands cost no more than some. */
export function Results({ items, state, links, hasMore, onMore }: ResultsProps) {
  const [wanted, setWanted] = useState(step);
  const openAt = useMemo(() => items.findIndex(({ key }) => key === state.item), [items, state.item]);
  const open = items[openAt];
  const rivals = useMemo(() => (open === undefined ? nobody : rivalsOf(open, items)), [open, items]);

  function more(): void {
    setWanted(wanted + step);
    if (wanted + step > items.length && hasMore) onMore();
  }

  const card = (item: FoundItem) => (
    <ItemCard
      key={item.key}
      item={item}
      isOpen={item.key === state.item}
      isShown={state.shown.includes(item.key)}
      links={links}
      rivals={item === open ? rivals : nobody}
    />
  );

  return (
    <>
      {state.item !== null && open === undefined && (
        <OtherItem key={state.item} itemKey={state.item} items={items} state={state} links={links} />
      )}
      {open !== undefined && openAt >= wanted && (
        <ul className="item-list" aria-label="Opened">
          {card(open)}
        </ul>
      )}
      <ul className="item-list" aria-label="Results">
        {items.slice(0, wanted).map(card)}
      </ul>
      {wanted < items.length || hasMore ? (
        <button type="button" className="button more-button" onClick={more}>
          Show more results
          <span className="visually-hidden">{`, ${countText(Math.min(wanted, items.length))} are listed`}</span>
        </button>
      ) : (
        wanted > step && <AllShown what="results" />
      )}
    </>
  );
}
