import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Exchange } from '../../../buckets/support/s3-proxy.ts';

type Lent = { readonly secretAccessKey: string; readonly sessionToken: string };

const tokenHeader = 'x-amz-security-token';
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Lets through what is signed with lent keys and their token, signed anew without it: the server behind lends nothing. */
export function passLent(exchange: Exchange, { secretAccessKey, sessionToken }: Lent): void {
  const { headers } = exchange.request;
  const { scope, names, signature } = readAuthorization(headers.authorization ?? '');
  const signed = (over: readonly string[]) => signatureOf(exchange, over, scope, secretAccessKey);
  const isLent = headers[tokenHeader] === sessionToken && names.includes(tokenHeader) && signed(names) === signature;
  if (!isLent) return exchange.fail(403, 'SignatureDoesNotMatch');
  delete headers[tokenHeader];
  const others = names.filter((name) => name !== tokenHeader);
  headers.authorization = headers
    .authorization!.replace(names.join(';'), others.join(';'))
    .replace(signature, signed(others));
  return exchange.forward();
}

function readAuthorization(text: string) {
  const [, scope = '', names = '', signature = ''] =
    /Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(text) ?? [];
  return { scope, names: names.split(';'), signature };
}

/** Signature version 4 of AWS. */
function signatureOf({ request }: Exchange, names: readonly string[], scope: string, secret: string): string {
  const [path, query = ''] = request.url!.split('?');
  const headers: IncomingHttpHeaders = request.headers;
  const asked = query === '' ? [] : query.split('&').map((each) => (each.includes('=') ? each : `${each}=`));
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}\n`);
  const canonical = [request.method, path, asked.sort().join('&'), lines.join(''), names.join(';')]
    .concat(String(headers['x-amz-content-sha256']))
    .join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')).toString('hex');
}
