import { namespaces, schemaPlaces, xmlHead } from '../namespaces.ts';
import { counts, declarations, locations, pages } from '../outputs/gml32.ts';
import type { AnswerContext } from '../outputs/output.ts';

/** How many features there are, in the form of the version, whatever format was asked for. */
export function hitsDocument(context: AnswerContext, matched: number, count: number | null): string {
  const { version, timeStamp } = context;
  if (version !== '2.0.0')
    return (
      `${xmlHead}<wfs:FeatureCollection xmlns:wfs="${namespaces.wfs}" xmlns:xsi="${namespaces.xsi}"` +
      ` xsi:schemaLocation="${namespaces.wfs} ${version === '1.1.0' ? schemaPlaces.wfs11 : schemaPlaces.wfs10}"` +
      ` numberOfFeatures="${matched}" timeStamp="${timeStamp}"/>\n`
    );
  const totals = { matched, returned: 0, isMore: count !== null && count > 0 && matched > context.startIndex };
  return (
    `${xmlHead}<wfs:FeatureCollection xmlns:wfs="${namespaces.wfs20}" ${declarations(context)} ${locations(context)}` +
    ` timeStamp="${timeStamp}"${counts(totals)}${pages(context, totals)}/>\n`
  );
}
