import { refuse } from '../../../../catalog/refuse.ts';

/** An index row holds both names and has no room for more. */
const longestName = 1_200;

/** Names of other scripts take up to three bytes a character, and ids may have 1,024 of these. */
export function checkNames({ id, collection }: { readonly id: string; readonly collection?: string }): void {
  for (const [member, name] of [
    ['id', id],
    ['collection', collection ?? ''],
  ] as const)
    if (Buffer.byteLength(name) > longestName) refuse(member, `must have at most ${longestName} bytes in UTF-8`);
}
