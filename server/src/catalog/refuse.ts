import { PlatformError } from '../shared/errors.ts';

/** Tells the caller which member is wrong and what its rule is. */
export function refuse(member: string, rule: string): never {
  throw new PlatformError('invalid_parameters', `'${member}' ${rule}`);
}

/** The same for a bbox or a geometry of a search, which the contract gives a message of their own. */
export function refuseArea(member: string, rule: string): never {
  throw new PlatformError('geometry_unusable', `'${member}' ${rule}`);
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

export const asObject = (value: unknown, member: string): JsonObject =>
  isObject(value) ? value : refuse(member, value === undefined ? 'is a required property' : 'must be an object');

export const asText = (value: unknown, member: string): string =>
  typeof value === 'string' ? value : refuse(member, value === undefined ? 'is a required property' : 'must be a text');

export function asTexts(value: unknown, member: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    return refuse(member, 'must be an array of texts');
  return value;
}
