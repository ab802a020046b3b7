import { maskSecret } from '../mask.ts';
import { revokeToken } from '../resources/tokens.ts';
import type { Transport } from '../transport.ts';
import { bearer, type Credential } from './credential.ts';

/** No credential: the public endpoints only. */
export const anonymous: Credential = { label: 'none', headers: async () => ({}), end: async () => {} };

export function apiKeyCredential(apiKey: string, vendor: string): Credential {
  const headers = { [`${vendor}-api-key`]: apiKey };
  return { label: `API key ${maskSecret(apiKey)}`, headers: async () => headers, end: async () => {} };
}

export function accessTokenCredential(accessToken: string, transport: Transport): Credential {
  return {
    label: `access token ${maskSecret(accessToken)}`,
    headers: async () => bearer(accessToken),
    end: (signal) => revokeToken(transport, accessToken, { signal }),
  };
}
