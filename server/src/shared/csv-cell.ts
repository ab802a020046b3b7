/** A cell as RFC 4180 has it, in quotes where it needs them. */
export function csvCell(text: string, separator = ','): string {
  const isPlain = !/["\r\n]/.test(text) && !text.includes(separator);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** Spreadsheets compute what begins so. */
export const withoutFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
