import type { Organization } from '../../../accounts/account.ts';
import { isObject } from '../../../catalog/refuse.ts';
import { type FileFormat, fileFormats } from '../../../select/files/formats.ts';
import { filePath } from '../../../select/running/signed-file.ts';
import { usageOf } from '../../../select/running/usage.ts';
import {
  type ListedSelection,
  type SelectFigures,
  type SelectRequest,
  type Selection,
  figuresOf,
} from '../../../select/selection.ts';
import { unknownMemberWarnings } from '../../../select/unknown-members.ts';
import { toInstant, toSeconds } from '../../../shared/dates.ts';
import type { Usage } from '../../../usage/usage.ts';

/** What a record takes from around the select. */
export type RecordNeeds = {
  readonly baseUrl: string;
  readonly organization: Pick<Organization, 'limits' | 'prices'>;
  readonly usedThisYear: Usage;
  readonly nowMs: number;
};

/** The same members whatever the status; what is not known yet is null, or empty. */
export function selectRecord(selection: Selection, needs: RecordNeeds) {
  const { request, summary } = selection;
  const { asSent, name, metadata, bestCover } = request;
  const acquisitions = summary?.acquisitions ?? [];
  const figures = summary === null ? null : figuresOf(summary);
  return {
    ...listedRecord({ ...selection, name, stackDepth: request.stackDepth, figures }, needs),
    intersects: asSent['intersects'] ?? null,
    bbox: asSent['bbox'] ?? null,
    query: asSent['query'],
    ...(metadata === null ? {} : { metadata }),
    results: acquisitions,
    acquisitions,
    warnings: [...new Set([...unknownMemberWarnings(request), ...(summary?.warnings ?? [])])],
    request_details: requestDetails(request),
    ...(bestCover === null ? {} : { cover: summary?.cover ?? null }),
    response_timestamp: toInstant(needs.nowMs),
  };
}

export function listedRecord(listed: ListedSelection, needs: RecordNeeds) {
  const { baseUrl, organization, usedThisYear, nowMs } = needs;
  const { id, status, name, figures, failure } = listed;
  return {
    id,
    select_id: id,
    status,
    ...(name === null ? {} : { name }),
    stack_depth_summary: figures === null ? null : depthSummary(listed.stackDepth, figures),
    unique_acquisitions: figures?.acquisitions ?? null,
    aoi_area_sqkm: figures?.aoiAreaSqkm ?? null,
    usage:
      figures === null
        ? null
        : { ...usageOf(figures, organization, usedThisYear), usage_as_of: `${toSeconds(nowMs)}Z` },
    links: linksOf(baseUrl, id),
    error_message: failure === null ? null : { Error: 'Select failed', Cause: failure },
    created: toInstant(listed.createdAtMs),
    expires: toInstant(listed.expiresAtMs),
  };
}

const depthSummary = (requested: number, figures: SelectFigures) => ({
  requested,
  cells: figures.cells,
  cells_with_tiles: figures.cellsWithTiles,
  fulfilled: figures.cellsFulfilled,
  tiles: figures.tiles,
  candidate_tiles: figures.candidateTiles,
});

const linksOf = (baseUrl: string, id: string): Record<FileFormat | 'self', string> =>
  Object.fromEntries([
    ...(Object.keys(fileFormats) as FileFormat[]).map((format) => [format, baseUrl + filePath(id, format)]),
    ['self', `${baseUrl}/select/${id}`],
  ]) as Record<FileFormat | 'self', string>;

/** The request with its defaults, as clients of this family read it back: lists are lists, the query is an object. */
function requestDetails({ asSent, ids, collections, ages, stackDepth }: SelectRequest) {
  const { query } = asSent;
  return {
    ...asSent,
    ...(ids === null ? {} : { ids }),
    ...(collections === null ? {} : { collections }),
    ...(ages === null ? {} : { image_age_category: ages }),
    stack_depth: stackDepth,
    query: isObject(query) ? query : {},
  };
}
