import { useState } from 'react';
import { AreaInput } from '../aoi/area-input.tsx';
import type { Area } from '../aoi/area.ts';
import type { DrawWay } from '../aoi/draw-buttons.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { changeState } from './change-state.ts';
import { Filters } from './filters.tsx';
import { narrowBoxAround } from '../map/narrow-box.ts';
import type { Links } from './links.ts';
import { EmptyArchive, NoResults } from './nothing-found.tsx';
import { ResultCount } from './result-count.tsx';
import { Results } from './results.tsx';
import { SearchBox } from './search-box.tsx';
import { SearchCode } from './search-code.tsx';
import { searchOf } from './search-request.ts';
import { type ExploreState, isNarrowed } from './state.ts';
import type { useResults } from './use-results.ts';

type ExploreSideProps = {
  readonly state: ExploreState;
  readonly area: Area | null;
  /** What is wrong with the area of the address. */
  readonly areaProblem: string | null;
  readonly results: ReturnType<typeof useResults>;
  readonly links: Links;
  readonly drawing: {
    readonly way: DrawWay | null;
    setWay(way: DrawWay | null): void;
    setArea(area: Area | null): void;
  };
};

/** What is searched for, and what was found. */
export function ExploreSide({ state, area, areaProblem, results, links, drawing }: ExploreSideProps) {
  // Once open for a problem it stays so: it must not close on somebody who mends it.
  const [hadProblem, setHadProblem] = useState(false);
  if (areaProblem !== null && !hadProblem) setHadProblem(true);
  const conditionCount = Object.keys(state.conditions).length + (state.collections.length > 0 ? 1 : 0);

  function draw(way: DrawWay | null): void {
    drawing.setWay(way);
    if (way !== null) changeState({ pane: 'map', compared: null });
  }

  return (
    <div className="explore-side">
      <SearchBox q={state.q} sort={state.sort} />
      <details className="panel fold" open={hadProblem}>
        <summary>Area{state.aoi === '' ? '' : ' (1)'}</summary>
        {areaProblem !== null && (
          <Notice kind="error" title="The area of this address cannot be used">
            <p>{areaProblem}</p>
          </Notice>
        )}
        <AreaInput area={area} onChange={drawing.setArea} drawn={drawing.way} onDraw={draw} />
      </details>
      <details className="panel fold">
        <summary>Filters{conditionCount === 0 ? '' : ` (${conditionCount})`}</summary>
        <Filters state={state} />
      </details>
      {areaProblem === null && (
        <details className="panel fold">
          <summary>This search as code</summary>
          <SearchCode request={searchOf(state)} />
        </details>
      )}
      <Found state={state} results={results} links={links} isAsked={areaProblem === null} />
    </div>
  );
}

type FoundProps = Pick<ExploreSideProps, 'state' | 'results' | 'links'> & { readonly isAsked: boolean };

function Found({ state, results: { query, items, total }, links, isAsked }: FoundProps) {
  const isEmpty = isAsked && query.isSuccess && !query.isPlaceholderData && items.length === 0;
  return (
    <section className="explore-found" aria-label="Found">
      <ResultCount
        loaded={items.length}
        total={query.isError && items.length === 0 ? null : total}
        isBusy={query.isFetching && !query.isFetchingNextPage}
        isNarrowed={isNarrowed(state)}
        onZoom={() => links.aim.set(narrowBoxAround(items.map(({ box }) => box)))}
      />
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {isEmpty && (isNarrowed(state) ? <NoResults /> : <EmptyArchive />)}
      <Results
        items={items}
        state={state}
        links={links}
        hasMore={query.hasNextPage}
        onMore={() => void (query.isFetching || query.fetchNextPage())}
      />
    </section>
  );
}
