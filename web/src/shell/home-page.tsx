import type { Self } from '@swath/client';
import { Link } from '../router/link.tsx';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { later } from '../ui/later.tsx';
import { Page } from '../ui/page.tsx';

const Nothing = () => null;

// Comes after the page, which does without it where it does not come.
const LatestOrders = later(async () => (await import('../orders/latest-orders.tsx')).LatestOrders, null, Nothing);

type HomePageProps = { readonly user: Self };

/** What an account may not do is not offered to it, here and in the bar. */
export function HomePage({ user }: HomePageProps) {
  const may = (permission: string) => user.permissions.includes(permission);
  const command = `curl -H "${swath.vendor}-api-key: $API_KEY" "${swath.url}/auth/self"`;
  return (
    <Page
      title={`Hello, ${user.name || user.email}`}
      lead="Explore the archive, select over an area, order, and watch it arrive."
    >
      {may('search') && (
        <section className="panel" aria-labelledby="explore-title">
          <h2 id="explore-title">Look around</h2>
          <p>
            What there is, on a map with its imagery. From there it is two steps to a{' '}
            <Link to="/app/select">select</Link> and an order.
          </p>
          <p>
            <Link to="/app/explore" className="button button-primary">
              Explore the archive
            </Link>
          </p>
        </section>
      )}
      <section className="panel" aria-labelledby="start-title">
        <h2 id="start-title">Start with an API key</h2>
        <p>
          Programs, notebooks and desktop tools reach this service with a key of yours.{' '}
          <Link to="/app/api-key">Create one</Link>, put it into <code>API_KEY</code>, and ask the service who you are:
        </p>
        <CodeBlock code={command} what="curl command" />
      </section>
      {may('order') && (
        <section className="panel" aria-labelledby="orders-title">
          <h2 id="orders-title">Watch it arrive</h2>
          <p>
            What you order is cut and delivered to your bucket, or kept here for you.{' '}
            <Link to="/app/orders">See your orders</Link> as they run, and <Link to="/app/usage">what they used</Link>.
          </p>
          <LatestOrders />
        </section>
      )}
    </Page>
  );
}
