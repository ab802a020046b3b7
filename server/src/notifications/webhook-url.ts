import { parseIpAddress } from '../shared/ip-address.ts';
import { isPublicAddress } from '../shared/public-address.ts';

const longestUrl = 2_048;

/** Why messages cannot be sent there, as far as the text alone tells; null where they can. What a name leads to is judged at the socket. */
export function webhookUrlProblem(url: string, arePrivateAllowed: boolean): string | null {
  if (url.length > longestUrl) return `must have at most ${longestUrl} characters`;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:'))
    return 'must be an address that begins with https:// or http://';
  if (parsed.username !== '' || parsed.password !== '') return 'must not hold a user name or a password';
  if (arePrivateAllowed) return null;
  if (isPrivateHost(parsed.hostname)) return 'must be on the public internet';
  return isWebPort(parsed.port) ? null : 'must be on port 80 or 443, or on one above 1023';
}

/** What listens below is no web server: a message must not be read as a mail, or as whatever else is spoken there. */
const isWebPort = (port: string): boolean => port === '' || port === '80' || port === '443' || Number(port) > 1_023;

// The parser has already turned every other way to write an IPv4 address into dotted decimals.
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (parseIpAddress(host) !== null) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
