import { type ApiKey, maskSecret } from '@swath/client';

/** How a key is called in sentences; one without a name goes by its masked value. */
export function keyName(key: Pick<ApiKey, 'name' | 'api_key'>): string {
  return key.name?.trim() || (key.api_key === null ? 'Unnamed' : maskSecret(key.api_key));
}
