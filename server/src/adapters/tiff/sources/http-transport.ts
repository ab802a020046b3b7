import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { PlatformError } from '../../../shared/errors.ts';
import { guardLookup } from '../../network/guard-lookup.ts';

type Headers = Readonly<Record<string, string>>;

/** GET over HTTP that follows redirects and connects to allowed addresses alone, wherever a name or a redirect leads. */
export type HttpTransport = { get(url: string, headers: Headers, signal: AbortSignal): Promise<IncomingMessage> };

const redirects = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 5;

/** Not fetch: the address is judged at the socket, so that a name cannot be one address when asked and another when used. */
export function createHttpTransport(isAllowedAddress: (address: string) => boolean): HttpTransport {
  // Kept apart for each transport: a connection that one may use another may not.
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };
  const guardedLookup = guardLookup(isAllowedAddress, refuse);

  const ask = (url: URL, headers: Headers, signal: AbortSignal): Promise<IncomingMessage> => {
    const { protocol, host } = url;
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new PlatformError('forbidden', `${protocol} is not read from`);
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !isAllowedAddress(literal)) throw refuse(host);
    const send = protocol === 'http:' ? httpRequest : httpsRequest;
    return new Promise((resolve, reject) => {
      const options = { headers, signal, agent: agents[protocol], lookup: guardedLookup };
      send(url, options, resolve).on('error', reject).end();
    });
  };

  const get: HttpTransport['get'] = async (start, given, signal) => {
    let [url, headers] = [new URL(start), given];
    for (let hops = 0; ; hops++) {
      const response = await ask(url, headers, signal);
      const location = redirects.has(response.statusCode ?? 0) ? response.headers.location : undefined;
      if (location === undefined || !URL.canParse(location, url.href)) return response;
      response.destroy();
      if (hops === mostRedirects) throw new PlatformError('invalid_parameters', `${url.host} redirects without end`);
      const next = new URL(location, url);
      // What was meant for one host is not told to another.
      if (next.origin !== url.origin) headers = pick(headers, 'range', 'accept-encoding');
      url = next;
    }
  };

  return { get };
}

const pick = (headers: Headers, ...names: string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));

const refuse = (host: string) =>
  new PlatformError('forbidden', `${host} is not on a network that imagery is read from`);
