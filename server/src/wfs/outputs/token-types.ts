import type { ShownAttribute } from '../attribute-table.ts';
import { type Token, isText } from './feature-tokens.ts';
import { dateTimeOf } from './read-feature.ts';

/** A token as the attribute shows it; null where the value is of another type. */
export type TypeToken = (token: Token) => Token | null;

const [minus, zero, nine] = [45, 48, 57];

function isNumber(token: Token): boolean {
  const first = token.charCodeAt(0);
  return (first >= zero && first <= nine) || first === minus;
}

const plainDateTime = /^"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})"$/;

const byType: Readonly<Record<ShownAttribute['type'], TypeToken>> = {
  string: (token) => (isText(token) ? token : token === 'null' ? null : JSON.stringify(token)),
  number: (token) => (isNumber(token) ? token : null),
  integer: (token) => (isNumber(token) && Number.isSafeInteger(Number(token)) ? token : null),
  boolean: (token) => (token === 'true' || token === 'false' ? token : null),
  dateTime: (token) => (plainDateTime.test(token) ? token : isText(token) ? otherDateTime(token) : null),
};

function otherDateTime(token: Token): Token | null {
  const dateTime = dateTimeOf(JSON.parse(token) as string);
  return dateTime === null ? null : JSON.stringify(dateTime);
}

/** What is stored is what is shown times the factor. */
export function tokenTypes(type: ShownAttribute['type'], factor: number): TypeToken {
  const typed = byType[type];
  if (factor === 1) return typed;
  return (token) => {
    const shown = typed(token);
    // Divided and not multiplied: 57 of 100 is 0.57, and 57 times 0.01 is not.
    return shown !== null && isNumber(shown) ? String(Number(shown) / factor) : shown;
  };
}
