import { isIP } from 'node:net';
import { parseMasterKey } from './shared/master-key-text.ts';
import { asList } from './shared/settings.ts';
import { parseSmtpUrl } from './shared/smtp-url.ts';

export function asMasterKey(text: string): string {
  return parseMasterKey(text).toString('base64');
}

export function asRegion(text: string): string {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(text))
    throw new Error(`must be a region such as eu-central-1, not '${text}'`);
  return text;
}

export function asSmtpUrl(text: string): string {
  parseSmtpUrl(text);
  return text;
}

export function asNetworks(text: string): readonly string[] {
  const bad = asList(text).filter((network) => {
    const [address, bits, ...rest] = network.split('/');
    const most = isIP(address!) === 6 ? 128 : 32;
    return (
      isIP(address!) === 0 || rest.length > 0 || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= most))
    );
  });
  if (bad.length > 0) throw new Error(`must be addresses or CIDR networks, not '${bad.join("', '")}'`);
  return asList(text);
}

/** As browsers send them: one with a path, capital letters or the usual port would never be met. */
export function asOrigins(text: string): readonly string[] {
  const bad = asList(text).filter((origin) =>
    /^https?:/i.test(origin)
      ? !URL.canParse(origin) || new URL(origin).origin !== origin
      : !/^(?:\*|null|[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+)$/.test(origin),
  );
  if (bad.length > 0)
    throw new Error(
      `must be origins such as https://map.example.com, in small letters, without a path or the usual port, not '${bad.join("', '")}'`,
    );
  return asList(text);
}

/** Those of acquisitions have an index anyway, and do not count. */
const alwaysIndexed = new Set(['catalog_id', 'acquisition_id']);
const mostQueryables = 10;

export function asQueryables(text: string): readonly string[] {
  const names = asList(text);
  const others = new Set(names.filter((name) => !alwaysIndexed.has(name)));
  if (others.size > mostQueryables) throw new Error(`must be at most ${mostQueryables} properties, not ${others.size}`);
  return names;
}

/** With a slash at its end. */
export function asBucketPlace(text: string): string {
  const [place, ...more] = asBucketPlaces(text);
  if (place === undefined || more.length > 0) throw new Error('must be one s3://bucket/prefix');
  return place;
}

/** Each with a slash at its end, so that what begins like it lies in it. */
export function asBucketPlaces(text: string): readonly string[] {
  return asList(text).map((place) => {
    if (!/^s3:\/\/[^/\s]+(?:\/|$)/.test(place)) throw new Error(`has ${place}, which is not s3://bucket/prefix`);
    return `${place.replace(/\/+$/, '')}/`;
  });
}
