import { maskSecret } from '../mask.ts';
import { revokeToken } from '../resources/tokens.ts';
import type { Transport } from '../transport.ts';
import { bearer, type Credential } from './credential.ts';

/** No credential: the public endpoints only. */
export const anonymous: Credential = { label: 'none', headers: async () => ({}), end: async () => {} };

/** What no key holds and no header takes, as the dots of a masked one. */
const unsendable = /[^\t\r\n\u0020-\u007e]/;

export function apiKeyCredential(apiKey: string, vendor: string): Credential {
  const sent = { [`${vendor}-api-key`]: apiKey };
  async function headers() {
    if (unsendable.test(apiKey))
      throw new TypeError('The API key has characters that no key has: was it copied masked?');
    return sent;
  }
  return { label: `API key ${maskSecret(apiKey)}`, headers, end: async () => {} };
}

export function accessTokenCredential(accessToken: string, transport: Transport): Credential {
  return {
    label: `access token ${maskSecret(accessToken)}`,
    headers: async () => bearer(accessToken),
    end: (signal) => revokeToken(transport, accessToken, { signal }),
  };
}
