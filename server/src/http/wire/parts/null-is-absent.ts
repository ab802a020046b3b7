import type { TSchema } from 'typebox';

type Parts = Readonly<Record<string, unknown>> & {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Parts>>;
  readonly required?: readonly string[];
  readonly items?: Parts;
  readonly anyOf?: readonly Parts[];
  readonly description?: string;
};

/** A body in which null stands for what was not given, at every depth. */
export const nullIsAbsent = <S extends TSchema>(schema: S): S => withNulls(schema as Parts) as unknown as S;

function withNulls(schema: Parts): Parts {
  const { properties, required = [], items, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [
          name,
          required.includes(name) ? withNulls(member) : orNull(withNulls(member)),
        ]),
      ),
    }),
    ...(items && { items: withNulls(items) }),
    ...(anyOf && { anyOf: anyOf.map(withNulls) }),
  };
}

function orNull(schema: Parts): Parts {
  const { type, anyOf, description } = schema;
  if (typeof type === 'string' && schema['const'] === undefined && schema['enum'] === undefined)
    return { ...schema, type: [type, 'null'] };
  if (anyOf !== undefined) return { ...schema, anyOf: [...anyOf, nothing] };
  // What takes anything takes null too.
  if (schema['const'] === undefined && schema['enum'] === undefined) return schema;
  return { anyOf: [schema, nothing], ...(description === undefined ? {} : { description }) };
}

const nothing: Parts = { type: 'null' };
