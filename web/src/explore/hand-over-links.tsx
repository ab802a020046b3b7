import { Link } from '../router/link.tsx';
import { handOver } from './hand-over.ts';
import type { ExploreState } from './state.ts';

type HandOverLinksProps = { readonly state: ExploreState };

/** On to other pages, with this very search. */
export function HandOverLinks({ state }: HandOverLinksProps) {
  return (
    <div className="page-actions">
      <Link to={handOver('/app/saved-searches', state, { new: '1' })} className="button">
        Save this search
      </Link>
      <Link to={handOver('/app/select', state)} className="button button-primary">
        Select over this area
      </Link>
    </div>
  );
}
