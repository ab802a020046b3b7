import { type FormEvent, useState } from 'react';
import { navigate } from '../router/location.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { SubmitButton } from '../ui/submit-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { readWishes } from './read-wishes.ts';
import { useStartIngest } from './use-ingest.ts';
import { WishFields } from './wish-fields.tsx';

/** From where the service itself can read. */
export function IngestStart() {
  const start = useStartIngest();
  const [isWatching, setIsWatching] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    const field = formText(event);
    if (start.isPending) return;
    const [pattern, interval] = [field('datetime_pattern').trim(), field('interval').trim()];
    const request = {
      source: field('source').trim(),
      ...readWishes(field),
      ...(pattern && { datetime_pattern: pattern }),
      ...(isWatching && { watch: true, ...(interval && { interval: Number(interval) }) }),
    };
    start.mutate(request, { onSuccess: ({ id }) => navigate(`/app/admin/ingest/${id}`) });
  }

  return (
    <form className="panel form" method="post" onSubmit={submit} aria-labelledby="start-title">
      <h2 id="start-title">From an address or a folder</h2>
      {start.error && <ErrorNotice error={start.error} />}
      <TextField
        label="Source"
        name="source"
        required
        autoComplete="off"
        placeholder="https://example.com/stac/catalog.json"
        hint="A catalogue, an API, a file of items; a folder below the archive's roots, or s3://bucket/prefix, with GeoTIFFs."
      />
      <WishFields />
      <details>
        <summary>GeoTIFFs and watching</summary>
        <div className="form">
          <TextField
            label="When they were taken, by their names"
            name="datetime_pattern"
            isOptional
            autoComplete="off"
            placeholder="flight_{YYYY}{MM}{DD}"
          />
          <label className="check">
            <input
              type="checkbox"
              checked={isWatching}
              onChange={({ currentTarget }) => setIsWatching(currentTarget.checked)}
            />
            Go on looking until it is cancelled
          </label>
          {isWatching && (
            <TextField
              label="Seconds between two looks"
              name="interval"
              type="number"
              min={1}
              max={86_400}
              defaultValue={60}
            />
          )}
        </div>
      </details>
      <div className="form-actions">
        <SubmitButton label="Start" busyLabel="Starting…" isBusy={start.isPending} />
      </div>
    </form>
  );
}
