import { type QueryParameters, isNumberText } from '../../catalog/languages/search-query.ts';
import { type JsonObject, refuse } from '../../catalog/refuse.ts';
import { parseStrictJson } from '../../shared/strict-json.ts';
import { type MemberName, memberOf } from './member-names.ts';

const lists: ReadonlySet<MemberName> = new Set(['bbox', 'ids', 'collections', 'image_age_category']);

/** The parameters of a URL as the members of a body that says the same; an empty parameter was not given. */
export function membersOfSelectQuery(query: QueryParameters): JsonObject {
  const members: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(query)) {
    const name = memberOf(given);
    const texts = (typeof value === 'string' ? [value] : (value ?? [])).filter((text) => text.trim() !== '');
    if (texts.length === 0) continue;
    if (name === null) members[given] = texts.join();
    else if (Object.hasOwn(members, name)) refuse(given, `is another spelling of '${name}', which is given too`);
    else members[name] = valueOf(name, texts);
  }
  return members;
}

function valueOf(name: MemberName, texts: readonly string[]): unknown {
  if (lists.has(name)) return listOf(name, texts.join());
  if (texts.length > 1) refuse(name, 'must be given once');
  const text = texts[0]!;
  switch (name) {
    case 'stack_depth':
    case 'best_cover':
      return numberOf(text);
    case 'intersects':
      return text.trimStart().startsWith('{') ? jsonOr(text) : text;
    // Never refused: what is no JSON is a text, which matches nothing.
    case 'query':
    case 'metadata':
      return jsonOr(text);
    default:
      return text;
  }
}

function listOf(name: MemberName, text: string): unknown {
  if (text.trimStart().startsWith('[')) return jsonOr(text);
  const parts = text.split(',').map((one) => one.trim());
  return name === 'bbox' ? parts.map(numberOf) : parts.filter((one) => one !== '');
}

function jsonOr(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    return text;
  }
}

/** What is no number stays a text, for the rule of its member to refuse. */
const numberOf = (text: string): number | string => (isNumberText(text) ? Number(text) : text);
