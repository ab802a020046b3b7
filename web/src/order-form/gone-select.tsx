import type { Order } from '@swath/client';
import { useMutation } from '@tanstack/react-query';
import { ordersApi } from '../orders/api.ts';
import { Link } from '../router/link.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { readAllPages } from '../ui/read-all-pages.ts';
import { namedTiles } from './draft-of-order.ts';
import type { Source } from './draft.ts';
import { focusStep } from './step.tsx';
import { mostTilesNamed } from './use-selected.ts';

type GoneSelectProps = {
  /** The order that is placed once more. */
  readonly cloned: Order | null;
  readonly onChange: (source: Source) => void;
};

/** What is left to do where the select is not there any more. */
export function GoneSelect({ cloned, onChange }: GoneSelectProps) {
  const reading = useMutation({
    mutationFn: (id: string) => readAllPages((page) => ordersApi.tiles(id, page)),
  });
  const named = cloned !== null && cloned.progress.tiles.total <= mostTilesNamed ? cloned : null;

  function name(id: string): void {
    if (reading.isPending) return;
    reading.mutate(id, {
      onSuccess: (tiles) => {
        onChange(namedTiles(tiles));
        // The button goes with what it did.
        focusStep('what');
      },
    });
  }

  return (
    <>
      <p>
        A select expires after a while. Make it anew at <Link to="/app/selects">Selects</Link>
        {named && ', or order the same tiles by name'}.
      </p>
      {reading.error && <ErrorNotice error={reading.error} />}
      {named && (
        <button type="button" className="button" aria-disabled={reading.isPending} onClick={() => name(named.id)}>
          {reading.isPending ? 'Reading its tiles…' : 'Order its tiles by name'}
        </button>
      )}
    </>
  );
}
