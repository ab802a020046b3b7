import { CodeBlock } from '../ui/code-block.tsx';
import { clearAndStay } from './result-count.tsx';

const ingest = 'npx swath ingest items.ndjson --create';

/** Teaches what to do next. */
export function EmptyArchive() {
  return (
    <section className="panel" aria-labelledby="empty-title">
      <h2 id="empty-title">The archive is empty</h2>
      <p>
        Bring imagery in: a file of STAC items, a folder of GeoTIFFs, or the address of another catalogue. What arrives
        shows here at once.
      </p>
      <CodeBlock code={ingest} what="ingest command" />
    </section>
  );
}

export function NoResults() {
  return (
    <section className="panel" aria-labelledby="nothing-title">
      <h2 id="nothing-title">Nothing matches</h2>
      <p>No item meets all conditions. Widen the dates, allow more cloud, or draw a larger area.</p>
      <button type="button" className="button" onClick={clearAndStay}>
        Clear all filters
      </button>
    </section>
  );
}
