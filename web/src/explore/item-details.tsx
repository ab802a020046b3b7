import type { Item } from '@swath/client';
import { Link } from '../router/link.tsx';
import { useSearch } from '../router/location.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { swath } from '../swath.ts';
import { acquisitionOf } from './acquisition-of.ts';
import { changeState } from './change-state.ts';
import { CompareChoice } from './compare-choice.tsx';
import type { FoundItem } from './found-item.ts';
import { itemPath } from './item-key.ts';
import type { Links } from './links.ts';
import { hasLabel, labelOf } from './property-labels.ts';
import { readState } from './state.ts';
import { useItem } from './use-catalogue.ts';
import { valueText } from './value-text.ts';

type ItemDetailsProps = {
  readonly id: string;
  readonly item: FoundItem;
  readonly links: Links;
  readonly rivals: readonly FoundItem[];
};

export function ItemDetails({ id, item, links, rivals }: ItemDetailsProps) {
  const whole = useItem(item.key);
  const { aoi } = readState(useSearch());
  const acquisition = whole.data ? acquisitionOf(whole.data) : null;
  return (
    <div id={id} className="item-details">
      <div className="item-actions">
        {item.box && (
          <button
            type="button"
            className="button button-small"
            onClick={() => {
              changeState({ pane: 'map' });
              links.aim.set(item.box);
            }}
          >
            Zoom to it
          </button>
        )}
        {acquisition !== null && (
          <Link to={orderPath(acquisition, aoi)} className="button button-small">
            Order it
          </Link>
        )}
        <CopyButton text={item.id} what={`id of ${item.title}`} />
      </div>
      <CompareChoice item={item} rivals={rivals} />
      {whole.isPending && <p role="status">Loading the details…</p>}
      {whole.error && <ErrorNotice error={whole.error} onRetry={() => void whole.refetch()} />}
      {whole.data && <Whole item={whole.data} />}
    </div>
  );
}

/** With the area that was searched: what lies beyond it is not wanted. */
const orderPath = (acquisitions: string, aoi: string): string =>
  `/app/order?${new URLSearchParams({ acquisitions, ...(aoi !== '' && { aoi }) }).toString()}`;

const factOf = ([name, value]: readonly [string, unknown]) => (
  <Fact key={name} name={labelOf(name)}>
    {valueText(value)}
  </Fact>
);

/** What has a name of its own first; the rest, such as how its pixels lie, is one step away. */
function Whole({ item }: { readonly item: Item }) {
  const assets = Object.entries(item.assets ?? {});
  // An item without a moment has a time from and until in its place.
  const properties = Object.entries(item.properties).filter(([name, value]) => name !== 'datetime' || value !== null);
  const named = properties.filter(([name]) => hasLabel(name));
  const others = properties.filter(([name]) => !hasLabel(name));
  return (
    <>
      <Facts>
        <Fact name="Id">
          <code>{item.id}</code>
        </Fact>
        <Fact name="Collection">
          <code>{item.collection}</code>
        </Fact>
        {named.map(factOf)}
      </Facts>
      {others.length > 0 && (
        <details>
          <summary>Further properties ({others.length})</summary>
          <Facts>{others.map(factOf)}</Facts>
        </details>
      )}
      {assets.length > 0 && (
        <details>
          <summary>Assets ({assets.length})</summary>
          <ul className="asset-list">
            {assets.map(([key, { title, roles, type }]) => (
              <li key={key}>
                <code>{key}</code>
                <span>{[title, roles, type].filter(Boolean).map(valueText).join(' · ')}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>As JSON</summary>
        <p className="hint">
          At <code>{`${swath.url}${itemPath(item)}`}</code>, with a key.
        </p>
        <CodeBlock code={JSON.stringify(item, null, 2)} what="JSON of this item" />
      </details>
    </>
  );
}
