import { Link } from '../router/link.tsx';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';

const firstOrder = () => `curl -X POST "${swath.url}/order" -H "${swath.vendor}-api-key: $API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"acquisitions": ["AN-ACQUISITION"], "output_config": {"bucket": "managed", "prefix": ""}}'`;

export function EmptyOrders() {
  return (
    <section className="panel" aria-labelledby="no-orders-title">
      <h2 id="no-orders-title">Nothing ordered yet</h2>
      <p>
        An order cuts what you choose from the archive and delivers it: to a bucket of yours, or to <code>managed</code>
        , which is kept here for you to download. With <code>"dry_run": true</code> it only tells what it would cost.
      </p>
      <p>
        Look for imagery in <Link to="/app/explore">Explore</Link>, let a <Link to="/app/selects">select</Link> choose
        the best for an area, or order by a program:
      </p>
      <CodeBlock code={firstOrder()} what="curl command of a first order" />
    </section>
  );
}
