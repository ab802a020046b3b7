import { type FormEvent, useState } from 'react';
import { navigate } from '../router/location.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { Notice } from '../ui/notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { readWishes } from './read-wishes.ts';
import { uploadEndings, uploadTypeOf } from './upload-type.ts';
import { ChangedFile, useUpload } from './use-ingest.ts';
import { WishFields } from './wish-fields.tsx';

/** Items that lie with whoever sits here. */
export function IngestUpload() {
  const upload = useUpload();
  const [file, setFile] = useState<File | null>(null);
  const type = file && uploadTypeOf(file.name);

  function submit(event: FormEvent<HTMLFormElement>): void {
    const field = formText(event);
    if (upload.isPending || file === null || type === null) return;
    const sent = { file, type, wishes: readWishes(field) };
    upload.mutate(sent, { onSuccess: ({ id }) => navigate(`/app/admin/ingest/${id}`) });
  }

  return (
    <form className="panel form" method="post" onSubmit={submit} aria-labelledby="upload-title">
      <h2 id="upload-title">A file from here</h2>
      {upload.error instanceof ChangedFile && (
        <Notice kind="error" title="The file has changed since it was chosen">
          <p>Choose it again, then send it.</p>
        </Notice>
      )}
      {upload.error && !(upload.error instanceof ChangedFile) && <ErrorNotice error={upload.error} />}
      <div className="field">
        <label htmlFor="upload-file">File of items</label>
        <input
          id="upload-file"
          className="input"
          type="file"
          required
          accept={uploadEndings}
          aria-describedby="upload-hint"
          // Else a file that was mended and is chosen again would be no change.
          onClick={({ currentTarget }) => (currentTarget.value = '')}
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
        />
        <p className="hint" id="upload-hint">
          Items one a line (.ndjson), a FeatureCollection (.geojson), GeoParquet, CSV or a GeoPackage.
        </p>
      </div>
      {file !== null && type === null && (
        <Notice kind="error" title="That is no file of items">
          <p>Its name should end in {uploadEndings.replaceAll(',', ', ')}.</p>
        </Notice>
      )}
      <WishFields />
      <div className="form-actions">
        <SubmitButton label="Send" busyLabel="Sending…" isBusy={upload.isPending} />
      </div>
    </form>
  );
}
