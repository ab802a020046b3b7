import { type JsonObject as Members, isObject } from '../../../catalog/refuse.ts';

/** The document for those who know OpenAPI 3.0 alone: the validators of OGC, older clients. */
export const asOpenApi30 = (document: object): object => ({ ...(inOlderWords(document) as Members), openapi: '3.0.3' });

function inOlderWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOlderWords);
  if (!isObject(value)) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inOlderWords(each)]));
  return withOlderBound(withoutNullChoice(withOneType(members)));
}

/** `type: [number, null]` is a number that is nullable. */
function withOneType(schema: Members): Members {
  const { type } = schema;
  if (!Array.isArray(type)) return schema;
  const [first, ...others] = type.filter((name) => name !== 'null');
  if (others.length > 0) throw new Error(`OpenAPI 3.0 has no word for the types ${type.join(', ')}`);
  return { ...schema, type: first, ...(type.includes('null') ? { nullable: true } : {}) };
}

/** `anyOf: [a, null]` is an a that is nullable. */
function withoutNullChoice(schema: Members): Members {
  const { anyOf, ...others } = schema;
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return schema;
  const choices = anyOf.filter((each) => !isNull(each)).map((each: Members) => ({ ...each, nullable: true }));
  return choices.length === 1 ? { ...choices[0], ...others } : { ...others, anyOf: choices };
}

const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null';

function withOlderBound(schema: Members): Members {
  const { exclusiveMinimum: bound } = schema;
  return typeof bound === 'number' ? { ...schema, minimum: bound, exclusiveMinimum: true } : schema;
}
