import { Link } from '../router/link.tsx';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';

const firstSelect = () => `curl -X POST "${swath.url}/select" -H "${swath.vendor}-api-key: $API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"bbox": [9.7, 50.93, 9.78, 50.98], "query": {"eo:cloud_cover": {"lte": 20}}, "best_cover": 100}'`;

export function EmptySelects() {
  return (
    <section className="panel" aria-labelledby="no-selects-title">
      <h2 id="no-selects-title">Nothing selected yet</h2>
      <p>
        A select looks over an area of interest for the best imagery of each cell of the grid, by the criteria that you
        set, and tells how much of the area it shows and what it would cost. <Link to="/app/select">Make one</Link>, or
        ask for one from a program:
      </p>
      <CodeBlock code={firstSelect()} what="curl command of a first select" />
    </section>
  );
}
