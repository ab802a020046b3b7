import { invalidParameter, wfsException } from './exception.ts';

/** Newest first. */
export const versions = ['2.0.0', '1.1.0', '1.0.0'] as const;
export type Version = (typeof versions)[number];

/** The version that a request is in; the newest where it does not say. */
export function readVersion(text: string | null): Version {
  if (text === null) return '2.0.0';
  return knownVersion(text) ?? refuseVersion(text);
}

/** The version that capabilities are in: of a list the first that is spoken, of one that is unknown the next lower. */
export function negotiateVersion(accepted: string | null, version: string | null): Version {
  if (accepted !== null) {
    const wanted = accepted.split(',').map((one) => one.trim());
    const found = wanted.map(knownVersion).find((one) => one !== null);
    if (found === undefined)
      throw wfsException('VersionNegotiationFailed', 'AcceptVersions', `spoken are ${versions.join(', ')}`);
    return found;
  }
  if (version === null) return '2.0.0';
  const numbers = numbersOf(version) ?? refuseVersion(version);
  return knownVersion(version) ?? versions.find((one) => compare(numbersOf(one)!, numbers) <= 0) ?? '1.0.0';
}

function knownVersion(text: string): Version | null {
  if (/^2\.0(?:\.\d+)?$/.test(text) || text === '2') return '2.0.0';
  return versions.find((one) => one === text || `${text}.0` === one) ?? null;
}

const numbersOf = (text: string): readonly number[] | null =>
  /^\d{1,6}(?:\.\d{1,6}){0,3}$/.test(text) ? text.split('.').map(Number) : null;

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < 4; i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) - (b[i] ?? 0);
  return 0;
}

function refuseVersion(text: string): never {
  throw invalidParameter('version', `'${text}' is not spoken here: ${versions.join(', ')} are`);
}
