import { defaultBounds } from '../../catalog/filter-bounds.ts';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import { isObject, refuse } from '../../catalog/refuse.ts';
import { memberOf } from '../../select/request/member-names.ts';
import { membersOfSelectQuery, readSelectRequest } from '../../select/read-select.ts';
import { findSelect } from '../../select/running/find-select.ts';
import { selectImagery } from '../../select/running/select-imagery.ts';
import type { SelectRequest, Selection } from '../../select/selection.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { noUsage } from '../../usage/usage.ts';
import { yearsUsage } from '../../usage/years-usage.ts';
import { callerGone } from '../caller-gone.ts';
import { type Call, operation } from '../route.ts';
import { idParameter } from '../wire/parts/id-parameter.ts';
import { pageQuery, pageRecord, pageSchema, toPageRequest } from '../wire/parts/page-request.ts';
import { listedRecord, selectRecord } from '../wire/selects/select-record.ts';
import { byId, listedSchema, selectBody, selectQuery, selectSchema } from '../wire/selects/select-schemas.ts';

const tag = 'Select';

export const selectByPost = operation({
  summary: 'Select the best tiles over an area',
  description:
    'For each cell of the imagery grid the tiles that match, the best first. The answer comes within about 15 seconds: ' +
    'a select that takes longer is `RUNNING`, and is asked for again until it is `SUCCEEDED` or `FAILED`. ' +
    'The same request over the same archive finds the same.',
  tag,
  body: selectBody,
  isBodyOptional: true,
  checksOwnBody: true,
  mostPositions: defaultBounds.maxVertices,
  takesRoom: true,
  answers: { 200: selectSchema },
  handle: (service, call) => {
    const body: unknown = call.body;
    return select(service, call, readSelectRequest(isObject(body) ? body : refuse('body', 'must be an object')));
  },
});

export const selectByGet = operation({
  summary: 'Look up a select, or make one',
  description:
    'With an id it answers that select; unknown, expired and foreign ids are 400. Without one it selects, as POST does.',
  tag,
  query: selectQuery,
  checksOwnBody: true,
  errors: [507],
  answers: { 200: selectSchema },
  handle: async (service, call) => {
    const query = call.query as QueryParameters;
    const id = idParameter(query, idNames);
    if (id !== null) return answer(service, call, await findSelect(service, call.principal, id));
    if (!Object.keys(query).some(isGivenMember(query))) throw new PlatformError('select_not_found', '');
    await service.room.require();
    return select(service, call, readSelectRequest(membersOfSelectQuery(query)));
  },
});

export const read = operation({
  summary: 'A select by its id',
  tag,
  params: byId,
  errors: [400],
  answers: { 200: selectSchema },
  handle: async (service, call) =>
    answer(service, call, await findSelect(service, call.principal, call.params.select_id)),
});

export const list = operation({
  summary: "The caller's selects, newest first",
  description: 'Without outlines and results, which the select itself has.',
  tag,
  query: pageQuery,
  answers: { 200: pageSchema(listedSchema) },
  handle: async (service, { query, principal }) => {
    const page = await service.selections.list(principal.account.id, toPageRequest(query), service.clock.nowMs());
    const hasFigures = page.data.some(({ figures }) => figures !== null);
    const needs = await recordNeeds(service, principal, hasFigures);
    return pageRecord(page, (listed) => listedRecord(listed, needs));
  },
});

type Caller = Pick<Call, 'principal' | 'reply'>;

async function select(service: Service, call: Caller, request: SelectRequest) {
  const selection = await selectImagery(service, call.principal, request, { signal: callerGone(call.reply) });
  return answer(service, call, selection);
}

const answer = async (service: Service, { principal }: Caller, selection: Selection) =>
  selectRecord(selection, await recordNeeds(service, principal, selection.summary !== null));

/** A record without figures shows nothing of the year. */
async function recordNeeds(service: Service, { organization }: Call['principal'], hasFigures: boolean) {
  const usedThisYear = hasFigures ? await yearsUsage(service, organization) : noUsage;
  return { baseUrl: service.config.baseUrl, organization, usedThisYear, nowMs: service.clock.nowMs() };
}

const idNames = new Set(['id', 'selectid']);

const isGivenMember = (query: QueryParameters) => (name: string) =>
  memberOf(name) !== null && query[name] !== undefined && query[name] !== '';
