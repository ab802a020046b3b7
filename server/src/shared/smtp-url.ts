export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; without it STARTTLS is used where the server offers it. */
  readonly secure: boolean;
  readonly requireTLS: boolean;
  readonly tls: { readonly rejectUnauthorized: boolean };
  readonly auth: { readonly user: string; readonly pass: string } | null;
};

const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const knownParameters = new Set(['requireTLS', 'tls.rejectUnauthorized']);

/** Reads `smtp[s]://user:password@host:port?requireTLS=true`. Its errors complete "NAME ..." and never repeat the URL: it holds the password. */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : null;
  const defaultPort = url ? defaultPorts[url.protocol] : undefined;
  if (!url || !defaultPort || !url.hostname) {
    throw new Error('must name a mail server, as smtp://user:password@host:port or smtps://...');
  }
  for (const [name, value] of url.searchParams) {
    if (!knownParameters.has(name) || !['true', 'false'].includes(value)) {
      throw new Error(
        `may tell the mail server's client only ${[...knownParameters].join(' and ')}, each true or false`,
      );
    }
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || defaultPort),
    secure: url.protocol === 'smtps:',
    requireTLS: url.searchParams.get('requireTLS') === 'true',
    tls: { rejectUnauthorized: url.searchParams.get('tls.rejectUnauthorized') !== 'false' },
    auth: url.username ? { user: decoded(url.username), pass: decoded(url.password) } : null,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error("must have the mail server's user and password percent-encoded");
  }
}
