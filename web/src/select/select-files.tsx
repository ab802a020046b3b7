import { useMutation } from '@tanstack/react-query';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { selectsApi } from './api.ts';
import { followLink } from './follow-link.ts';

type SelectFilesProps = { readonly id: string; readonly formats: readonly string[] };

const titles: Readonly<Record<string, string>> = {
  geojson: 'GeoJSON: cells with their best tiles',
  geojsonl: 'GeoJSON lines: the same, one cell a line',
  stac: 'STAC: cells as collections, tiles as items',
  csv: 'CSV: one row for each tile',
  gpkg: 'GeoPackage: area, cells, tiles and gaps',
  html: 'A page with map and thumbnails that opens offline',
};

/** Each link is made when it is wanted, and works for ten minutes. */
export function SelectFiles({ id, formats }: SelectFilesProps) {
  const fetching = useMutation({
    mutationFn: async (format: string) => followLink(await selectsApi.fileLink(id, format), format === 'html'),
  });
  return (
    <section className="panel" aria-labelledby="files-title">
      <h2 id="files-title">Files</h2>
      {fetching.error && <ErrorNotice error={fetching.error} />}
      <ul className="file-list">
        {formats.map((format) => (
          <li key={format}>
            <span>{titles[format] ?? format}</span>
            <button
              type="button"
              className="button button-small"
              aria-label={`${format === 'html' ? 'Open' : 'Download'} ${format}`}
              onClick={() => fetching.mutate(format)}
            >
              {format === 'html' ? 'Open' : 'Download'}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
