import { CodeBlock } from '../ui/code-block.tsx';

export function EmptyCollections() {
  return (
    <section className="panel" aria-labelledby="no-collections-title">
      <h2 id="no-collections-title">No collection yet</h2>
      <p>
        Create one here, or bring an archive in: a catalogue or an API brings its collections along, and{' '}
        <code>--create</code> makes those that are missing.
      </p>
      <CodeBlock code="npx swath ingest items.ndjson --create" what="command that brings items in" />
    </section>
  );
}
