import { Link } from '../router/link.tsx';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';

const firstSearch = () => `curl -X POST "${swath.url}/saved-searches" -H "${swath.vendor}-api-key: $API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Clear scenes", "search": {"filter": "eo:cloud_cover < 10"}, "notify": {"email": true}}'`;

export function EmptySearches() {
  return (
    <section className="panel" aria-labelledby="no-searches-title">
      <h2 id="no-searches-title">Nothing is watched for yet</h2>
      <p>
        Look for something in <Link to="/app/explore">Explore</Link> and save that search, or{' '}
        <Link to="/app/saved-searches?new=1">write one here</Link>. Only what arrives from then on counts.
      </p>
      <CodeBlock code={firstSearch()} what="curl command of a first saved search" />
    </section>
  );
}
