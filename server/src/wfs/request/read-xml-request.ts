import { type XmlElement, childOf, childrenCalled } from '../../catalog/languages/fes/read-xml.ts';
import { namespaces } from '../namespaces.ts';
import { wfsException } from '../exception.ts';
import type { Ask } from './parameters.ts';
import { writeXml } from './write-xml.ts';

/** A body of XML as the parameters that it stands for: the body alone says what is asked. */
export function askOfXml(root: XmlElement): Ask {
  const entries: [string, string][] = [['request', root.name]];
  for (const [name, value] of root.attributes)
    if (value.trim() !== '') entries.push([name.toLowerCase(), value.trim()]);
  const queries = childrenCalled(root, 'Query', 'StoredQuery');
  if (queries.length > 1) throw wfsException('OptionNotSupported', 'Query', 'one query in a request is answered');
  const [query] = queries;
  if (query !== undefined) entries.push(...(query.name === 'Query' ? queryEntries(query) : storedEntries(query)));
  entries.push(...listEntry('acceptversions', textsOf(childOf(root, 'AcceptVersions'), 'Version')));
  entries.push(...listEntry('sections', textsOf(childOf(root, 'Sections'), 'Section')));
  entries.push(...listEntry('typenames', textsOf(root, 'TypeName')));
  entries.push(...listEntry('storedquery_id', textsOf(root, 'StoredQueryId')));
  const parameters = new Map(entries);
  if (!parameters.has('service')) parameters.set('service', 'WFS');
  if (!parameters.has('version') && root.uri === namespaces.wfs) parameters.set('version', '1.1.0');
  const filter = query === undefined ? null : childOf(query, 'Filter');
  if (filter !== null) parameters.set('filter', writeXml(filter));
  // Names are read where they stand: each may bind its own prefix.
  const scopes = [query ?? root, ...childrenCalled(root, 'TypeName')];
  return {
    parameters,
    filter,
    namespaceOf: (prefix) => scopes.map((each) => each.namespaceOf(prefix)).find((uri) => uri !== null) ?? null,
  };
}

function queryEntries(query: XmlElement): readonly [string, string][] {
  const attribute = (name: string, as: string): [string, string][] => {
    const value = query.attributes.get(name)?.trim() ?? '';
    return value === '' ? [] : [[as, value]];
  };
  return [
    ...attribute('typeName', 'typenames'),
    // A list of XML is parted by blanks.
    ...attribute('typeNames', 'typenames').map(([name, value]): [string, string] => [
      name,
      value.replaceAll(/\s+/g, ','),
    ]),
    ...attribute('srsName', 'srsname'),
    ...listEntry('propertyname', textsOf(query, 'PropertyName')),
    ...listEntry('sortby', sortTexts(childOf(query, 'SortBy'))),
  ];
}

function sortTexts(sortBy: XmlElement | null): readonly string[] {
  if (sortBy === null) return [];
  return childrenCalled(sortBy, 'SortProperty').map((property) => {
    const [name = ''] = textsOf(property, 'ValueReference', 'PropertyName');
    const [order = 'ASC'] = textsOf(property, 'SortOrder');
    return `${name} ${order}`;
  });
}

function storedEntries(query: XmlElement): readonly [string, string][] {
  const parameters = childrenCalled(query, 'Parameter').map((parameter): [string, string] => [
    (parameter.attributes.get('name') ?? '').toLowerCase(),
    parameter.text.trim(),
  ]);
  return [['storedquery_id', query.attributes.get('id')?.trim() ?? ''], ...parameters];
}

const textsOf = (parent: XmlElement | null, ...names: readonly string[]): readonly string[] =>
  parent === null ? [] : childrenCalled(parent, ...names).map(({ text }) => text.trim());

const listEntry = (name: string, texts: readonly string[]): [string, string][] =>
  texts.length === 0 ? [] : [[name, texts.join(',')]];
