import type { Config } from '../config.ts';
import { requestIdHeader } from './cors.ts';
import { errorHeaders } from './errors.ts';
import type { Operation } from './route.ts';

/** What answers say besides their bodies; by the names that are sent, with those that people write. */
const described = {
  etag: ['ETag', 'The state of what is sent, for `If-None-Match` and `If-Match`.'],
  location: ['Location', 'The address of what was made.'],
  link: ['Link', 'The next page (`rel="next"`), where there is one.'],
  'accept-ranges': ['Accept-Ranges', '`bytes`: a part of the file may be asked for.'],
  'content-range': ['Content-Range', 'Which bytes of how many these are.'],
  'content-disposition': ['Content-Disposition', 'The name of the file.'],
  'accept-patch': ['Accept-Patch', 'The languages that changes may be written in.'],
  'preference-applied': ['Preference-Applied', '`return=minimal`, where that was preferred.'],
  'idempotency-replayed': ['Idempotency-Replayed', '`true`: the order was placed before, with this `Idempotency-Key`.'],
  'items-left-out': ['Items-Left-Out', 'How many items of several could not be read: the picture shows the others.'],
  'set-cookie': ['Set-Cookie', 'The session of the web page.'],
  'retry-after': ['Retry-After', 'Seconds until it may be tried again.'],
  'www-authenticate': ['WWW-Authenticate', 'The kind of credential that is missing.'],
  allow: ['Allow', 'The methods of this address.'],
  ratelimit: ['RateLimit', 'What is left of the allowance (`r`), and in how many seconds it is whole again (`t`).'],
  'ratelimit-policy': ['RateLimit-Policy', 'How many requests (`q`) are allowed in how many seconds (`w`).'],
} as const satisfies Record<string, readonly [name: string, description: string]>;

export type HeaderName = keyof typeof described;

/** Those that are not of every good answer. */
const statusesOf: { readonly [name in HeaderName]?: readonly number[] } = {
  location: [201, 202],
  'content-range': [206],
};

/** The headers that an operation may send with a status, beside those that every answer of the service has. */
export function headersSent({ answers, sends = [], tag }: Operation, status: number): readonly HeaderName[] {
  const counted = tag === 'Health' ? [] : (['ratelimit', 'ratelimit-policy'] as const);
  if (status >= 400) return [...counted, ...errorHeaders(status), ...(sends.includes('accept-patch') ? patches : [])];
  const own: readonly HeaderName[] = [
    ...sends,
    ...(304 in answers ? (['etag'] as const) : []),
    ...(206 in answers ? (['accept-ranges', 'content-range'] as const) : []),
  ];
  return [...counted, ...new Set(own.filter((name) => statusesOf[name]?.includes(status) ?? true))];
}

const patches = ['accept-patch'] as const;

type Settings = Pick<Config, 'vendorWords' | 'SWATH_RATE_LIMIT'>;

/** As parts of the document, which answers name. */
export const headerComponents = ({ vendorWords }: Settings): Record<string, object> => ({
  ...Object.fromEntries(
    vendorWords.map((word) => [
      requestIdHeader(word),
      { description: 'The id of the request, as the log has it.', schema: { type: 'string', format: 'uuid' } },
    ]),
  ),
  ...Object.fromEntries(
    Object.values(described).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  ),
});

export function describedHeaders(operation: Operation, status: number, settings: Settings): Record<string, object> {
  const sent = headersSent(operation, status).filter(
    (name) => settings.SWATH_RATE_LIMIT > 0 || !name.startsWith('ratelimit'),
  );
  const names = [...settings.vendorWords.map(requestIdHeader), ...sent.map((name) => described[name][0])];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
