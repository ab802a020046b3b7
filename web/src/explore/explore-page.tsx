import { useMemo, useState } from 'react';
import { type Area, AreaProblem } from '../aoi/area.ts';
import { areaText } from '../aoi/area-text.ts';
import { DrawButtons, type DrawWay } from '../aoi/draw-buttons.tsx';
import { parseArea } from '../aoi/parse-area.ts';
import { NoMap } from '../map/no-map.tsx';
import { useSearch } from '../router/location.ts';
import { later } from '../ui/later.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { changeState } from './change-state.ts';
import { ComparePanel } from './compare-panel.tsx';
import { ExploreSide } from './explore-side.tsx';
import { HandOverLinks } from './hand-over-links.tsx';
import { createLinks } from './links.ts';
import { conditionsOf, searchOf } from './search-request.ts';
import { readState } from './state.ts';
import { Timeline } from './timeline.tsx';
import { useFirstLook } from './use-first-look.ts';
import { useResults } from './use-results.ts';
import '../styles/explore.css';

// The map comes in chunks of its own, and the list does not wait for it.
const ExploreMap = later(
  async () => (await import('./explore-map.tsx')).ExploreMap,
  <div className="map map-wait">Loading the map…</div>,
  NoMap,
);

const setArea = (area: Area | null): void => changeState({ aoi: area === null ? '' : areaText(area) });

/** Map, list and timeline over one state, which is the address. */
export function ExplorePage() {
  const address = useSearch();
  const state = useMemo(() => readState(address), [address]);
  const [links] = useState(createLinks);
  const [way, setWay] = useState<DrawWay | null>(null);
  const { area, problem } = useMemo(() => areaOf(state.aoi), [state.aoi]);
  const isAsked = problem === null;
  const results = useResults(isAsked ? searchOf(state) : null);
  useFirstLook(state, results.items, links);

  return (
    <Page title="Explore" actions={<HandOverLinks state={state} />}>
      <div className="explore" data-pane={state.pane}>
        <div className="explore-panes">
          <Segments
            legend="Show"
            choices={['List', 'Map']}
            chosen={state.pane === 'map' ? 'Map' : 'List'}
            onChoose={(pane) => changeState({ pane: pane === 'Map' ? 'map' : 'list' })}
          />
          {/* Those beside the list are not seen while the map is. */}
          {way !== null && state.pane === 'map' && <DrawButtons drawn={way} onDraw={setWay} />}
        </div>
        <ExploreSide
          state={state}
          area={area}
          areaProblem={problem}
          results={results}
          links={links}
          drawing={{ way, setWay, setArea }}
        />
        <div className="explore-main">
          {state.compared ? (
            <ComparePanel pair={state.compared} view={state.view} links={links} />
          ) : (
            <div className="explore-map">
              <ExploreMap
                state={state}
                items={results.items}
                links={links}
                area={area}
                onChange={setArea}
                way={way}
                onDone={() => setWay(null)}
              />
            </div>
          )}
          <Timeline conditions={isAsked ? conditionsOf(state) : null} period={state.period} />
        </div>
      </div>
    </Page>
  );
}

function areaOf(text: string): { readonly area: Area | null; readonly problem: string | null } {
  if (text === '') return { area: null, problem: null };
  try {
    return { area: parseArea(text), problem: null };
  } catch (error) {
    if (error instanceof AreaProblem) return { area: null, problem: error.message };
    throw error;
  }
}
