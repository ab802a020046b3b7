/** Rows of comma separated values as RFC 4180 has them: every line ends in CRLF. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let row: string[] = [];
  let end = 0;
  for (const [whole, quoted, plain, separator] of text.matchAll(field)) {
    end += whole.length;
    row.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (separator === ',') continue;
    rows.push(row);
    row = [];
  }
  if (end !== text.length) throw new Error(`no field at ${end}`);
  return rows;
}
