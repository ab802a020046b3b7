import type { Schema } from '@swath/client';
import { isRecord } from '../ui/is-record.ts';

/** A member of a body or an answer, one line of the reference. */
export type SchemaRow = {
  /** With the names around it: `order.usage.area`. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly about: string;
};

const mostDepth = 4;

/** The members of a schema and of what lies in it, the outer ones first. */
export function schemaRows(schema: Schema, prefix = '', depth = 0): readonly SchemaRow[] {
  const members = membersOf(schema);
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []);
  return Object.entries(members).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const row = { path, type: typeText(member), isRequired: required.has(name), about: textOf(member['description']) };
    const inner = member['type'] === 'array' ? objectOf(member['items']) : member;
    const within = depth < mostDepth ? schemaRows(inner, `${path}${inner === member ? '' : '[]'}.`, depth + 1) : [];
    return [row, ...within];
  });
}

/** Those of all parts, where a schema is made of several. */
function membersOf(schema: Schema): Readonly<Record<string, Schema>> {
  const parts = [schema, ...['allOf', 'anyOf', 'oneOf'].flatMap((name) => listOf(schema[name]))];
  return Object.assign({}, ...parts.map((part) => objectOf(part['properties']))) as Record<string, Schema>;
}

export function typeText(schema: Schema): string {
  const { type, enum: values, items } = schema;
  const choices = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (choices.length > 0) return [...new Set(choices.map(typeText))].join(' or ');
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(', ');
  if (type === 'array') return `list of ${typeText(objectOf(items))}`;
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'anything';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const objectOf = (value: unknown): Schema => (isRecord(value) ? value : {});

const listOf = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value.map(objectOf) : []);
