import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';

const firstJob = () => `curl -X POST "${swath.url}/admin/ingest" -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"source": "https://example.com/stac/catalog.json"}'`;

export function EmptyIngest() {
  return (
    <section className="panel" aria-labelledby="no-jobs-title">
      <h2 id="no-jobs-title">No job yet</h2>
      <p>
        Name a catalogue, an API, a file of items or a folder of GeoTIFFs above, or send a file along. Where the archive
        lies on this machine, <code>npx swath ingest FILE</code> does the same without the service.
      </p>
      <CodeBlock code={firstJob()} what="curl command of a first job" />
    </section>
  );
}
