import { functionNames } from '../evaluate/function-names.ts';
import type { Filter } from '../filter.ts';
import type { ParseOptions } from '../filter-bounds.ts';
import { FilterError } from '../filter-error.ts';
import { parseStrictJson } from '../../shared/strict-json.ts';
import { type JsonObject, asText, refuse } from '../refuse.ts';
import { parseCql2Json } from './cql2-json.ts';
import { parseCql2Text } from './cql2-text.ts';
import { parseStacQuery } from './query.ts';

const languages = ['cql2-text', 'cql2-json'] as const;
type Language = (typeof languages)[number];

const onlyCrs = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

const options: ParseOptions = { functions: functionNames, mustBeValid: true };

/** `filter` (or its older spelling `where`) and `query`: where both are given, both must hold. */
export function readSearchFilter(members: JsonObject): Filter | null {
  const { filter, where, query } = members;
  if (filter !== undefined && where !== undefined)
    refuse('where', "is the older spelling of 'filter', which is given too");
  if ((members['filter-crs'] ?? onlyCrs) !== onlyCrs) refuse('filter-crs', `must be ${onlyCrs}`);
  const language = readLanguage(members['filter-lang']);
  const parts = [
    filter === undefined ? null : placed('filter', () => readFilter(filter, language)),
    where === undefined ? null : placed('where', () => parseCql2Text(asText(where, 'where'), options)),
    query === undefined ? null : placed('query', () => parseStacQuery(query, options)),
  ].filter((part) => part !== null);
  return parts.length > 1 ? { kind: 'and', args: parts } : (parts[0] ?? null);
}

function readLanguage(value: unknown): Language | null {
  if (value === undefined) return null;
  return languages.find((language) => language === value) ?? refuse('filter-lang', `must be ${languages.join(' or ')}`);
}

/** Without a language the filter's own form tells it, in GET and in POST alike. */
function readFilter(filter: unknown, given: Language | null): Filter {
  const looksLikeJson = typeof filter !== 'string' || filter.trimStart().startsWith('{');
  const language = given ?? (looksLikeJson ? 'cql2-json' : 'cql2-text');
  if (language === 'cql2-text')
    return typeof filter === 'string'
      ? parseCql2Text(filter, options)
      : refuse('filter', "must be a text where 'filter-lang' is cql2-text");
  return parseCql2Json(typeof filter === 'string' ? readJson(filter, 'filter') : filter, options);
}

/** As strictly as a body: of two members of one name, one condition would be lost. */
export function readJson(text: string, member: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    return refuse(member, 'must be JSON that has each member once, no number beyond all and at most 300 levels');
  }
}

function placed(member: string, read: () => Filter): Filter {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return refuse(member, `is wrong: ${error.message}`);
  }
}
