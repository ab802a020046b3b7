import { UsageError } from '../command.ts';

/** `a,b` as a list; nothing where the flag is not given. */
export function asList(text: string | undefined): readonly string[] | undefined {
  const parts = text?.split(',').map((part) => part.trim());
  return parts?.filter((part) => part !== '');
}

export function asCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${flag} must be a whole number above 0, not '${text}'`);
  return Number(text);
}

export function asFigure(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new UsageError(`${flag} must be a number, not '${text}'`);
  return value;
}

/** Without the members that have no value, so that they are not sent. */
export const given = <T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
