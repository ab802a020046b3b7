export type ReadMessage = {
  readonly headers: ReadonlyMap<string, string>;
  readonly headerNames: readonly string[];
  readonly text: string;
  readonly html: string;
};

type Entity = { readonly headers: Map<string, string>; readonly names: string[]; readonly body: string };

/** Reads a two-part message the way a mail program does: unfolds, splits at the boundary, undoes the encoding. */
export function readMessage(raw: string): ReadMessage {
  const { headers, names, body } = readEntity(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (!boundary) throw new Error('not a multipart message');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readEntity(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  const decodedPart = (type: string): string => {
    const part = parts.find((candidate) => candidate.headers.get('content-type')?.startsWith(type));
    if (!part) throw new Error(`no ${type} part`);
    return decode(part.body, part.headers.get('content-transfer-encoding') ?? '7bit');
  };
  return { headers, headerNames: names, text: decodedPart('text/plain'), html: decodedPart('text/html') };
}

function readEntity(raw: string): Entity {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  const names: string[] = [];
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    names.push(line.slice(0, colon).toLowerCase());
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, names, body: raw.slice(end + 4) };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
