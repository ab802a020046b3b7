import { memo, useEffect, useId, useRef } from 'react';
import { hideImagery, openItem, showImagery } from './change-state.ts';
import type { FoundItem } from './found-item.ts';
import { ItemDetails } from './item-details.tsx';
import { factsLine, whenText } from './item-facts.ts';
import type { Links } from './links.ts';
import { useSignal } from './signal.ts';
import { Thumbnail } from './thumbnail.tsx';

type ItemCardProps = {
  readonly item: FoundItem;
  readonly isOpen: boolean;
  readonly isShown: boolean;
  readonly links: Links;
  /** Others of the same place. */
  readonly rivals: readonly FoundItem[];
};

/** One result; what is pointed at on the map is marked here, and the other way around. */
export const ItemCard = memo(function ItemCard({ item, isOpen, isShown, links, rivals }: ItemCardProps) {
  const card = useRef<HTMLLIElement>(null);
  const detailsId = useId();
  const { hovered, aim } = links;
  const isMarked = useSignal(hovered, ({ key }) => key === item.key);
  const isPointedAtOnMap = useSignal(hovered, ({ key, on }) => key === item.key && on === 'map');

  useEffect(() => {
    if (isPointedAtOnMap || isOpen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isPointedAtOnMap, isOpen]);

  const point = () => hovered.set({ key: item.key, on: 'list' });
  const leave = () => hovered.set({ key: null, on: 'list' });

  function show(): void {
    showImagery(item.key);
    aim.set(item.box);
  }

  return (
    <li
      ref={card}
      className={`item-card${isMarked ? ' is-marked' : ''}${isOpen ? ' is-open' : ''}`}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      <div className="item-head">
        <Thumbnail item={item} />
        <div className="item-text">
          <button
            type="button"
            className="item-title"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => openItem(isOpen ? null : item.key)}
          >
            <span className={isOpen ? undefined : 'item-title-text'}>{item.title}</span>
          </button>
          <p className="item-line">
            <time dateTime={item.datetime ?? undefined}>{whenText(item)}</time>
            <span className="item-facts">{factsLine(item)}</span>
          </p>
        </div>
        <button
          type="button"
          className="button button-small item-show"
          aria-pressed={isShown}
          aria-label={`${isShown ? 'Take off the map' : 'Show on map'}: ${item.title}`}
          onClick={() => (isShown ? hideImagery(item.key) : show())}
        >
          {isShown ? 'On map' : 'Show'}
        </button>
      </div>
      {isOpen && <ItemDetails id={detailsId} item={item} links={links} rivals={rivals} />}
    </li>
  );
});
