import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Service } from '../../service.ts';
import type { WfsAnswer } from '../../wfs/answer.ts';
import { answerRequest } from '../../wfs/answer-request.ts';
import { outputs } from '../../wfs/outputs/outputs.ts';
import type { Ask } from '../../wfs/request/parameters.ts';
import { closeOnceStopping, patientStream } from '../answer-export.ts';
import { callerGone } from '../caller-gone.ts';
import { bearerOf, keyInUrl } from '../credentials.ts';
import { isHeld } from '../revalidate.ts';
import { type Call, operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { documentTag } from '../wire/wfs/document-tag.ts';
import { reportWfs } from '../wire/wfs/wfs-report.ts';
import { askOfBody, askOfUrl } from '../wire/wfs/wfs-request.ts';

const about = {
  tag: 'Streaming',
  checksOwnBody: true,
  isFlushed: true,
  contentType: 'application/gml+xml; version=3.2',
  alsoContentTypes: ['application/xml', ...new Set(outputs.map(({ contentType }) => contentType))],
  errors: [404, 503, 507],
  report: reportWfs,
  reportTypes: ['application/xml', 'application/vnd.ogc.se_xml'],
} as const;

const description =
  'WFS 2.0.0, 1.1.0 and 1.0.0: GetCapabilities, DescribeFeatureType, GetFeature, GetPropertyValue, ListStoredQueries and ' +
  'DescribeStoredQueries over the footprints of the archive. Names of parameters have no case, the last of several counts, ' +
  'unknown ones are ignored. Errors are OWS exception reports, but 401, 403 and 429.';

const text = (about: string) => Type.Optional(Type.String({ description: about }));

const query = Type.Object({
  service: text('`WFS`.'),
  version: text('`2.0.0`, `1.1.0` or `1.0.0`.'),
  request: text('Such as `GetCapabilities` and `GetFeature`.'),
  typeNames: text('`{Vendor}:FinishedFeature`, or without the prefix; `typeName` likewise.'),
  bbox: text('Four numbers, latitude first but in 1.0.0, and the name of a CRS where it is another.'),
  cql_filter: text('A condition in ECQL.'),
  filter: text('A condition in FES 2.0, or OGC Filter 1.1 and 1.0.'),
  propertyName: text('Attributes to show.'),
  sortBy: text('Attributes to sort by, each with `A` or `D` after it.'),
  srsName: text('CRS of the answer.'),
  count: text('Most features; `maxFeatures` likewise.'),
  startIndex: text('Features to pass over.'),
  resultType: text('`results` or `hits`.'),
  resourceId: text('Ids of features.'),
  outputFormat: text('As the capabilities list them.'),
});

const answers = { 200: Type.Unknown({ description: 'A document of XML, or features in the format asked for.' }) };

export const wfsByGet = operation({
  ...about,
  summary: 'The archive as a Web Feature Service',
  description,
  query,
  sends: ['content-disposition'],
  answers: { ...answers, 304: null },
  handle: (service, call) => answerAsk(service, call, askOfUrl(call.request)),
});

export const wfsByPost = operation({
  ...about,
  summary: 'The same with a request of XML, or a form',
  description,
  body: Type.String({ description: 'The request as XML, or its parameters as a form.' }),
  bodyKind: 'text',
  sends: ['content-disposition'],
  answers,
  handle: (service, call) => answerAsk(service, call, askOfBody(call.request)),
});

async function answerAsk(service: Service, call: Call, ask: Ask): Promise<unknown> {
  const address = addressOf(service, call.request);
  const visibility = visibilityOf(call.principal);
  const answer = await answerRequest(service, { accountId: call.principal.account.id, visibility, address }, ask);
  if (answer.kind === 'features') return sendFeatures(service, call, answer);
  const { text: body, contentType } = answer;
  if (address.key !== null) void call.reply.header('cache-control', 'private, no-store');
  else if (call.request.method !== 'POST' && isHeld(service, call, documentTag(body))) return;
  void call.reply.type(contentType);
  return body;
}

/** The key is named again only where it came so, and decided who calls. */
function addressOf({ config }: Pick<Service, 'config'>, { raw }: FastifyRequest) {
  const value = bearerOf(raw) === undefined ? keyInUrl(raw) : null;
  const key = value === null ? null : { name: `${config.SWATH_VENDOR}_api_key`, value };
  return { endpoint: `${config.apiUrl}/streaming/v1/ogc/wfs`, key };
}

/** What fails after the first byte breaks the connection, so that no answer looks whole. */
async function sendFeatures(
  service: Service,
  { request, reply }: Call,
  { contentType, fileName, open }: Extract<WfsAnswer, { kind: 'features' }>,
): Promise<Readable | Buffer> {
  closeOnceStopping(service, request.raw.socket, reply);
  // These are made as files first; the others leave as they are written.
  if (/geopackage|zip/.test(contentType)) await service.room.require();
  const bytes = request.method === 'HEAD' ? null : await open(callerGone(reply));
  void reply
    .type(contentType)
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (fileName !== null) void reply.header('content-disposition', `attachment; filename="${fileName}"`);
  if (bytes === null) return Readable.from([]);
  if (!(bytes instanceof Uint8Array)) return patientStream(service, request, bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
