import type { FastifyRequest } from 'fastify';

/** Some proxies forward the port too: another one for each connection, which says nothing of who calls. */
const withPort = /^(?:(\d+(?:\.\d+){3}):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i;

/** Where a request comes from; of a caller who has reset the connection already, the system does not say it any more. */
export function callerAddress({ ip }: { readonly ip: FastifyRequest['ip'] | undefined }): string {
  if (ip === undefined) return 'unknown';
  const [, ofFour, ofSix] = withPort.exec(ip) ?? [];
  return ofFour ?? ofSix ?? ip;
}
