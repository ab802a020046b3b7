/** As much of JSON schema as documents use. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};

export type SchemaMember = {
  /** With the members that it is within: `usage.area`, `data[].id`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly note: string;
};

/** Deeper members are left to the document itself. */
const deepest = 3;

/** Members of an object and of the objects in it, one row each. */
export function membersOf(schema: Schema, within = '', depth = 0): readonly SchemaMember[] {
  const { items } = schema;
  if (items !== undefined) return membersOf(items, `${within}[]`, depth);
  const parts = [schema, ...(schema.allOf ?? []), ...alternatives(schema)];
  if (depth === deepest) return [];
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([key, member]) => {
      const name = within === '' ? key : `${within}.${key}`;
      const row = { name, type: shownType(member), isRequired: required.includes(key), note: noteOf(member) };
      return [row, ...membersOf(member, name, depth + 1)];
    }),
  );
}

const alternatives = ({ anyOf, oneOf }: Schema): readonly Schema[] =>
  (anyOf ?? oneOf ?? []).filter(({ properties }) => properties !== undefined);

const noteOf = ({ description, anyOf = [] }: Schema): string =>
  description ?? anyOf.find((one) => one.description !== undefined)?.description ?? '';

/** A type in words: `text`, `list of numbers`, `"a" or "b"`. */
export function shownType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return either(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return either(choices.map(shownType));
  if (schema.items !== undefined) return `list of ${shownType(schema.items)}`;
  if (schema.allOf !== undefined || schema.properties !== undefined) return 'object';
  return either([schema.type ?? 'any'].flat().map((type) => (type === 'string' ? 'text' : type)));
}

const either = (words: readonly string[]) => [...new Set(words)].join(' or ');
