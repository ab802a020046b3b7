import type { SavedSearch } from '@swath/client';

export function PauseBadge({ saved, nowMs }: { readonly saved: SavedSearch; readonly nowMs: number }) {
  if (saved.expires !== null && Date.parse(saved.expires) <= nowMs)
    return <span className="badge badge-plain">Over</span>;
  return (
    <span className={`badge badge-${saved.paused ? 'warning' : 'success'}`}>
      {saved.paused ? 'Paused' : 'Watching'}
    </span>
  );
}
