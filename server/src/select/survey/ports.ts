import type { Found, StoredItem } from '../../catalog/ports.ts';
import type { SearchRequest } from '../../catalog/search-request.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import type { ReadText } from './clouds.ts';

export type SurveyNeeds = {
  search(request: SearchRequest, visibility: Visibility): Promise<Found<StoredItem>> | Found<StoredItem>;
  /** Properties that the catalogue has an index of. */
  declared(): readonly string[];
  readonly readText: ReadText;
  /** Awaited between steps: others have their turn, those that hold many tiles one at a time; one that nobody waits for ends by throwing. */
  pause(heldTiles?: number): Promise<void>;
};

export type SurveyBounds = {
  readonly mostTiles: number;
  readonly mostItems: number;
  /** Beyond this many cells only those with tiles are listed. */
  readonly mostCells: number;
  readonly pageSize: number;
};

export const usualBounds: SurveyBounds = {
  mostTiles: 200_000,
  mostItems: 2_000_000,
  mostCells: 10_000,
  pageSize: 500,
};
