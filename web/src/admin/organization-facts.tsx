import { Link } from '../router/link.tsx';
import { dayText } from '../ui/dates.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { countText } from '../ui/figures.ts';
import { limitFields, priceFields } from './terms.ts';
import { useOrganization } from './use-organizations.ts';
import '../styles/orders.css';

/** Its terms are changed on the page of any of its accounts. */
export function OrganizationFacts({ id }: { readonly id: string }) {
  const found = useOrganization(id);
  if (found.error) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <p role="status">Loading the organization…</p>;
  const { name, accounts, active_accounts: active, limits, prices, collections, created } = found.data;
  return (
    <section className="panel" aria-label={`Organization ${name}`}>
      <h2>{name}</h2>
      <Facts>
        <Fact name="Accounts">
          {countText(accounts)}, {countText(active)} of them active
        </Fact>
        <Fact name="Created">{dayText(new Date(created))}</Fact>
        <Fact name="Used">
          <Link to={`/app/usage?organization=${encodeURIComponent(id)}`}>Its usage</Link>
        </Fact>
        <Fact name="Sees">{collections === null ? 'every collection' : collections.join(', ') || 'nothing'}</Fact>
        <Fact name="Limits of a year">{termsText(limitFields, limits, 'none')}</Fact>
        <Fact name="Prices of a km²">{termsText(priceFields, prices, 'none')}</Fact>
      </Facts>
    </section>
  );
}

type Field = { readonly member: string; readonly label: string };

function termsText(fields: readonly Field[], values: Readonly<Record<string, number | null>>, empty: string): string {
  const set = fields.flatMap(({ member, label }) => {
    const value = values[member] ?? -1;
    return value < 0 ? [] : [`${label} ${value}`];
  });
  return set.length === 0 ? empty : set.join(', ');
}
