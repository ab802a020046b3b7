import type { Access } from './access-fields.tsx';
import type { Place } from './draft.ts';

type Config = Readonly<Record<string, unknown>>;

/** What is sent as `output_config`; what is not given is left out. */
export function outputConfig(place: Place): Config {
  const prefix = place.prefix.trim();
  if (place.kind === 'managed') return { bucket: 'managed', prefix };
  if (place.kind === 'folder') return { bucket: place.folder.trim(), prefix };
  return {
    bucket: place.bucket.trim(),
    prefix,
    ...given('region', place.region),
    ...given('endpoint', place.endpoint),
    ...(place.endpoint.trim() === '' ? {} : { path_style: place.isPathStyle }),
    ...accessMembers(place),
  };
}

/** What lets the service in, and nothing else. */
export function accessMembers({ access, roleArn, accessKeyId, secretAccessKey, sessionToken }: Access): Config {
  if (access === 'role') return given('role_arn', roleArn);
  if (access === 'none') return {};
  return {
    ...given('access_key_id', accessKeyId),
    ...given('secret_access_key', secretAccessKey),
    ...given('session_token', sessionToken),
  };
}

const given = (name: string, text: string): Config => (text.trim() === '' ? {} : { [name]: text.trim() });

const secrets = ['access_key_id', 'secret_access_key', 'session_token'] as const;

/** The same with a variable of the environment for each secret, for programs to copy. */
export const withoutSecrets = (config: Config): Config =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      secrets.some((secret) => secret === name) ? environmentMark(name.toUpperCase()) : value,
    ]),
  );

/** No text that is typed begins like this. */
const environmentMark = (variable: string) => `\u0000${variable}`;
