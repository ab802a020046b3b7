import { asText, refuse } from './refuse.ts';

const longestId = 1_024;
/** Indexes hold an id beside that of its collection, and have no room for more. */
const mostBytes = 1_200;

/** Any text that survives UTF-8, a URL and a log line. */
export function readId(value: unknown, member: string): string {
  const id = asText(value, member);
  if (id === '') refuse(member, 'must not be empty');
  // Clients resolve these steps before they ask: to delete an item '..' is to delete its collection.
  if (id === '.' || id === '..') refuse(member, `must not be '${id}', which is a step in an address`);
  if (id.length > longestId) refuse(member, `must have at most ${longestId} characters`);
  if (Buffer.byteLength(id) > mostBytes) refuse(member, `must have at most ${mostBytes} bytes in UTF-8`);
  if (/[\p{Cc}\p{Surrogate}]/u.test(id)) refuse(member, 'must hold no control characters and no halves of characters');
  return id;
}

/** Documents without a version are taken for the older one. */
export function readStacVersion(value: unknown): string {
  const version = asText(value ?? '1.0.0', 'stac_version');
  return /^1\.[01]\.\d+(?:-[\w.]+)?$/.test(version)
    ? version
    : refuse('stac_version', 'must be 1.0 or 1.1, such as 1.0.0');
}
