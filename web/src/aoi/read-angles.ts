const trailing = /^([^NSEWnsew]+)([NSEWnsew])[\s,;]*([^NSEWnsew]+)([NSEWnsew])$/;
const leading = /^([NSEWnsew])([^NSEWnsew]+)([NSEWnsew])([^NSEWnsew]+)$/;
const parts = /^\s*(\d+(?:\.\d+)?)(?:[°º:\s]+(\d+(?:\.\d+)?))?(?:['′’:\s]+(\d+(?:\.\d+)?))?[°º'′’"″”\s,]*$/;

/** Degrees, minutes and seconds with the letter of their hemisphere, in either order; null where the text is no such pair. */
export function readAngles(text: string): { readonly first: number; readonly second: number } | null {
  const behind = trailing.exec(text);
  const before = behind === null ? leading.exec(text) : null;
  const [one, other] = behind
    ? [angleOf(behind[2]!, behind[1]!), angleOf(behind[4]!, behind[3]!)]
    : before
      ? [angleOf(before[1]!, before[2]!), angleOf(before[3]!, before[4]!)]
      : [null, null];
  if (one === null || other === null || one.isLatitude === other.isLatitude) return null;
  const [longitude, latitude] = one.isLatitude ? [other, one] : [one, other];
  return { first: longitude.degrees, second: latitude.degrees };
}

function angleOf(letter: string, text: string): { readonly degrees: number; readonly isLatitude: boolean } | null {
  const [, degrees, minutes = '0', seconds = '0'] = parts.exec(text) ?? [];
  if (degrees === undefined || Number(minutes) >= 60 || Number(seconds) >= 60) return null;
  const hemisphere = letter.toUpperCase();
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3_600;
  return {
    degrees: hemisphere === 'S' || hemisphere === 'W' ? -size : size,
    isLatitude: hemisphere === 'N' || hemisphere === 'S',
  };
}
