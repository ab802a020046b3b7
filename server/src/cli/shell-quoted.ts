/** One word for a POSIX shell, whatever is in it. */
export const shellQuoted = (text: string): string => `'${text.replaceAll(`'`, `'\\''`)}'`;
