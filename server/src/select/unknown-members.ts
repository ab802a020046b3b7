import { memberOf } from './request/member-names.ts';
import type { SelectRequest } from './selection.ts';

const mostNamed = 20;

/** Nothing that was sent is dropped in silence. */
export const unknownMemberWarnings = ({ unknownMembers }: Pick<SelectRequest, 'unknownMembers'>): readonly string[] =>
  unknownMembers.slice(0, mostNamed).map((name) => {
    const meant = memberOf(name);
    return `${name.slice(0, 80)}: it is no member of a select and was ignored${meant === null ? '' : `; '${meant}' is`}`;
  });
