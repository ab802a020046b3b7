import { isReservedMember } from '../../shared/strict-json.ts';
import { refuse } from '../refuse.ts';

/** The reference tokens of RFC 6901, unescaped; none of them is the whole document. */
export type Pointer = readonly string[];

/** As deep as a body may nest, so that nothing is put where it could not have come in. */
export const deepestPointer = 128;

export function readPointer(text: unknown, member: string): Pointer {
  if (typeof text !== 'string' || !/^(?:\/(?:[^~]|~[01])*)?$/s.test(text))
    return refuse(member, 'must be a JSON Pointer, such as /properties/platform');
  const tokens = text.split('/').slice(1).map(unescaped);
  if (tokens.length > deepestPointer) refuse(member, `must be at most ${deepestPointer} members deep`);
  if (tokens.some(isReservedMember)) refuse(member, 'names a member that no document may have');
  return tokens;
}

/** `~1` first: `~01` means `~1`. */
const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

export const isProperPrefix = (prefix: Pointer, pointer: Pointer): boolean =>
  prefix.length < pointer.length && prefix.every((token, i) => token === pointer[i]);
