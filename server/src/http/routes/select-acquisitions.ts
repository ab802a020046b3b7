import { acquisitionsOfSelect } from '../../orders/acquisitions-of-select.ts';
import { callerGone } from '../caller-gone.ts';
import { operation } from '../route.ts';
import { pageQuery, pageSchema } from '../wire/parts/page-request.ts';
import { chosenAcquisitionRecord, chosenAcquisitionSchema } from '../wire/selects/select-acquisition-record.ts';
import { byId } from '../wire/selects/select-schemas.ts';
import { readTilePage } from '../wire/selects/tile-page.ts';

export const selectAcquisitions = operation({
  summary: 'The acquisitions of a select',
  description:
    'Newest first, with what is to be known before ordering: how many of its tiles were chosen and how much of the area ' +
    'they show, clouds, resolution, and whether it can be ordered with HD, with the reason. Of a select that has succeeded.',
  tag: 'Select',
  params: byId,
  query: pageQuery,
  errors: [400],
  answers: { 200: pageSchema(chosenAcquisitionSchema) },
  handle: async (service, { principal, params, query, reply }) => {
    const { from, limit } = readTilePage(query);
    const signal = callerGone(reply);
    const page = await acquisitionsOfSelect(service, principal, params.select_id, { from, limit }, signal);
    return {
      data: page.shown.map(chosenAcquisitionRecord),
      has_more: page.hasMore,
      ...(page.hasMore ? { next: String(from + limit - 1) } : {}),
    };
  },
});
