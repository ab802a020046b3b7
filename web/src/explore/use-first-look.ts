import { useEffect, useRef } from 'react';
import type { FoundItem } from './found-item.ts';
import { narrowBoxAround } from '../map/narrow-box.ts';
import type { Links } from './links.ts';
import type { ExploreState } from './state.ts';

/** Without a view in the address the map looks at what was found first. */
export function useFirstLook({ view, compared }: ExploreState, items: readonly FoundItem[], { aim }: Links): void {
  const hasLooked = useRef(view !== null);

  useEffect(() => {
    if (hasLooked.current || compared !== null || items.length === 0) return;
    hasLooked.current = true;
    aim.set(narrowBoxAround(items.map(({ box }) => box)));
  }, [items, compared, aim]);
}
