import type { Service } from '../service.ts';
import { pageParameters } from './addresses.ts';
import { type Caller, type WfsAnswer, xmlDocument } from './answer.ts';
import { capabilities10 } from './documents/capabilities-10.ts';
import { capabilities11 } from './documents/capabilities-11.ts';
import { capabilities20 } from './documents/capabilities-20.ts';
import { schemaDocument, schemaJson } from './documents/schema.ts';
import { describeStoredQueries, listStoredQueries } from './documents/stored-queries.ts';
import { invalidParameter, missingParameter, wfsException } from './exception.ts';
import { type FeatureType, describeFeatureType } from './feature-type.ts';
import { type FeatureNeeds, getFeature } from './get-feature.ts';
import { getFeatureById } from './get-feature-by-id.ts';
import { getPropertyValue } from './get-property-value.ts';
import { type Ask, listOf, valueOf } from './request/parameters.ts';
import { readFeatureQuery } from './request/read-query.ts';
import { requireTypes } from './request/type-names.ts';
import { type Version, negotiateVersion, readVersion } from './versions.ts';

type Handle = (service: FeatureNeeds, caller: Caller, ask: Ask, type: FeatureType) => WfsAnswer | Promise<WfsAnswer>;

const versionOf = (ask: Ask): Version => readVersion(valueOf(ask, 'version'));

/** By their names in lower case. */
const operations: Readonly<Record<string, Handle>> = {
  getcapabilities: (service, { address }, ask, type) => {
    const version = negotiateVersion(valueOf(ask, 'acceptversions'), valueOf(ask, 'version'));
    const sections = listOf(valueOf(ask, 'sections') ?? '').map((name) => name.toLowerCase());
    const needs = { type, address, countDefault: service.config.SWATH_WFS_COUNT || null, sections };
    return xmlDocument(writers[version](needs));
  },
  describefeaturetype: (_service, _caller, ask, type) => {
    const version = versionOf(ask);
    requireTypes(valueOf(ask, 'typenames', 'typename') ?? '', type, ask);
    const format = (valueOf(ask, 'outputformat') ?? '').toLowerCase();
    if (/json/.test(format))
      return { kind: 'document', contentType: 'application/json; charset=utf-8', text: schemaJson(type) };
    if (format !== '' && !/xml|gml/.test(format)) throw invalidParameter('outputFormat', `'${format}' is not offered`);
    return xmlDocument(schemaDocument(type, version), schemaTypes[version]);
  },
  getfeature: (service, caller, ask, type) => {
    const stored = valueOf(ask, 'storedquery_id', 'storedqueryid');
    const needs = { type, version: versionOf(ask), nowMs: service.clock.nowMs() };
    if (stored !== null) return getFeatureById(service, caller, { ask, type, version: needs.version, stored });
    const query = readFeatureQuery(ask, needs);
    return getFeature(service, caller, { type, query, parameters: pageParameters(ask.parameters, type) });
  },
  getpropertyvalue: (service, caller, ask, type) =>
    getPropertyValue(service, caller, { ask, type, version: versionOf(ask) }),
  liststoredqueries: (_service, _caller, _ask, type) => xmlDocument(listStoredQueries(type)),
  describestoredqueries: (_service, _caller, ask, type) =>
    xmlDocument(describeStoredQueries(type, listOf(valueOf(ask, 'storedquery_id', 'storedqueryid') ?? ''))),
};

const writers = { '2.0.0': capabilities20, '1.1.0': capabilities11, '1.0.0': capabilities10 } as const;

const schemaTypes: Readonly<Record<Version, string>> = {
  '2.0.0': 'application/gml+xml; version=3.2; charset=utf-8',
  '1.1.0': 'text/xml; subtype=gml/3.1.1; charset=utf-8',
  '1.0.0': 'text/xml; charset=utf-8',
};

/** What others have and a service that is read alone has not. */
const others = [
  'transaction',
  'lockfeature',
  'getfeaturewithlock',
  'getgmlobject',
  'createstoredquery',
  'dropstoredquery',
];

/** Answers one request, however it came. */
export function answerRequest(service: FeatureNeeds, caller: Caller, ask: Ask): WfsAnswer | Promise<WfsAnswer> {
  const request = valueOf(ask, 'request') ?? '';
  const asked = request.toLowerCase();
  const named = valueOf(ask, 'service');
  if (named === null && (asked === 'getcapabilities' || request === ''))
    throw missingParameter('service', 'service is required: service=WFS');
  if (named !== null && named.toUpperCase() !== 'WFS')
    throw invalidParameter('service', `'${named}' is not served here: WFS is`);
  if (request === '') throw missingParameter('request', 'request is required, such as request=GetCapabilities');
  const handle = Object.hasOwn(operations, asked) ? operations[asked] : undefined;
  if (handle === undefined) {
    if (others.includes(asked)) throw wfsException('OperationNotSupported', 'request', `${request} is not offered`);
    throw wfsException('OperationNotSupported', 'request', `there is no request '${request}'`);
  }
  return handle(service, caller, ask, featureTypeOf(service.config));
}

const known = new WeakMap<Service['config'], FeatureType>();

/** Made once for each set of settings. */
export function featureTypeOf(config: Service['config']): FeatureType {
  const type = known.get(config) ?? describeFeatureType(config.vendorWords, config.SWATH_WFS_ATTRIBUTES);
  known.set(config, type);
  return type;
}
