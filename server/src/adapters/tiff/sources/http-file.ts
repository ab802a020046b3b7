import { refuseChanged } from '../../../imagery/refuse.ts';
import { PlatformError } from '../../../shared/errors.ts';
import type { RangeAnswer } from './content-range.ts';
import { attemptRange } from './http-attempt.ts';
import type { HttpTransport } from './http-transport.ts';
import { isPublicAddress } from '../../../shared/public-address.ts';
import { type OpenedSource, headBytes, nothingToClose } from './range-source.ts';
import type { Patience } from '../../../shared/patience.ts';
import { retry } from './retry.ts';

export type HttpOptions = Patience & {
  /** For one attempt, body included. */
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Where a connection may go; to the public internet alone unless the operator says otherwise. */
  readonly isAllowedAddress: (address: string) => boolean;
};

export const httpDefaults: HttpOptions = {
  timeoutMs: 30_000,
  headers: {},
  isAllowedAddress: isPublicAddress,
  attempts: 4,
  firstDelayMs: 200,
  longestDelayMs: 5_000,
};

/** A file behind a server that answers Range requests; its first bytes come with its length and version. */
export async function openHttpFile(
  url: string,
  options: HttpOptions & { readonly transport: HttpTransport },
): Promise<OpenedSource> {
  const shown = withoutSecrets(url);
  const ask = (offset: number, length: number): Promise<RangeAnswer> =>
    retry(shown, options, () => attemptRange(url, offset, length, options).catch(nameOnly(url, shown)));
  const first = await ask(0, headBytes);
  const version = versionOf(first);
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const answer = await ask(offset, length);
    if (versionOf(answer) !== version || answer.bytes.length !== length) throw refuseChanged(shown);
    return answer.bytes;
  };
  const source = { location: url, version, byteLength: first.total, isRemote: true, read, close: nothingToClose };
  return { source, head: first.bytes };
}

const versionOf = ({ total, etag, modified }: RangeAnswer) => `${total} ${etag} ${modified}`;

/** Signed addresses carry their secret in the query, others before the host. */
export function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

const nameOnly = (url: string, shown: string) => (cause: unknown) => {
  if (!(cause instanceof PlatformError) || url === shown) throw cause;
  throw new PlatformError(cause.kind, cause.message.replaceAll(url, shown));
};
