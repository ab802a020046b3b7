import type { Order, OrderSettings } from '@swath/client';
import { Link } from '../router/link.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { areaText, costText, countText } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';
import { placeText } from './place-text.ts';

type OrderFactsProps = { readonly order: Order };

export function OrderFacts({ order: record }: OrderFactsProps) {
  const { order, created, progress } = record;
  const nowMs = Date.now();
  const { area, cost } = order.usage;
  return (
    <section className="panel" aria-labelledby="facts-title">
      <h2 id="facts-title">What was ordered</h2>
      <Facts>
        <Fact name="Placed">
          <Moment at={created} nowMs={nowMs} />
        </Fact>
        {progress.finished && (
          <Fact name="Ended">
            <Moment at={progress.finished} nowMs={nowMs} />
          </Fact>
        )}
        <Fact name="Delivered to">{placeText(record)}</Fact>
        <Fact name="Area">{areaText(area.total_imagery_sqkm)}</Fact>
        <Fact name={cost.estimate ? 'Cost, at most' : 'Cost'}>{costText(cost.total_imagery_cost)}</Fact>
        <Fact name="Acquisitions">
          <Ids ids={order.acquisitions.map(({ id }) => id)} />
        </Fact>
        <Fact name="Files of each tile">{productsOf(order.settings)}</Fact>
        {order.notifications.length > 0 && (
          <Fact name="Told at the end">
            {order.notifications.map((each) => (each.type === 'email' ? each.address : each.url)).join(', ')}
          </Fact>
        )}
        {order.metadata !== null && (
          <Fact name="Metadata">
            {typeof order.metadata === 'string' ? order.metadata : JSON.stringify(order.metadata)}
          </Fact>
        )}
        {order.select_id && (
          <Fact name="Chosen by select">
            <Link to={`/app/selects/${order.select_id}`}>{order.select_id}</Link>
          </Fact>
        )}
      </Facts>
    </section>
  );
}

const mostSeen = 10;

/** An order may have hundreds of them. */
const Ids = ({ ids }: { readonly ids: readonly string[] }) => (
  <>
    {ids.slice(0, mostSeen).join(', ')}
    {ids.length > mostSeen && (
      <details>
        <summary>{countText(ids.length - mostSeen)} more</summary>
        {ids.slice(mostSeen).join(', ')}
      </details>
    )}
  </>
);

const products: readonly (readonly [keyof OrderSettings, string])[] = [
  ['visual', 'visual'],
  ['ms_analytic', 'multispectral'],
  ['pan_analytic', 'panchromatic'],
  ['data_mask', 'data mask'],
  ['cloud_mask', 'cloud mask'],
];

function productsOf(settings: OrderSettings): string {
  const named = products.filter(([name]) => settings[name] === true).map(([, word]) => word);
  const how = [
    settings.hd && 'HD',
    settings.clip_to_aoi && 'clipped to the area',
    settings.grid === 'cell' && 'stacked',
  ];
  return [...named, ...how.filter((each) => each !== false)].join(', ');
}
