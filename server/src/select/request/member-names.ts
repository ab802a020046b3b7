/** What a select is asked with. */
export const memberNames = [
  'intersects',
  'bbox',
  'ids',
  'datetime',
  'query',
  'stack_depth',
  'image_age_category',
  'collections',
  'best_cover',
  'name',
  'metadata',
] as const;
export type MemberName = (typeof memberNames)[number];

/** Case and separators do not matter. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const byPlainName = new Map(memberNames.map((name) => [plainName(name), name]));

/** The member that a name in another spelling stands for. */
export const memberOf = (name: string): MemberName | null => byPlainName.get(plainName(name)) ?? null;

export const isMember = (name: string): name is MemberName => (memberNames as readonly string[]).includes(name);
