const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

export function bytesText(bytes: number): string {
  const power = Math.min(bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** power).toFixed(1)} ${units[power]}`;
}

export const areaText = (sqkm: number | null): string | undefined =>
  sqkm === null ? undefined : `${sqkm.toFixed(2)} km2`;

/** Null where some of it has no price. */
export const costText = (cost: number | null): string => (cost === null ? 'not priced' : cost.toFixed(2));
