import type { Band } from '../../../imagery/image.ts';

/** True of the pixels they were measured on, not of a part of them. */
const isStatistic = (name: string) => name.startsWith('STATISTICS_');

const escapeXml = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const itemText = (name: string, attributes: string, value: string) =>
  // Escaped twice, as GDAL does.
  `  <Item name="${escapeXml(name)}"${attributes}>${escapeXml(escapeXml(value))}</Item>`;

/** Items that GDAL reads as more than a note. */
const roleOf = (name: string) =>
  ['OFFSET', 'SCALE', 'UNITTYPE'].includes(name) ? ` role="${name.toLowerCase()}"` : '';

const colorNames: Readonly<Record<Band['color'], string>> = {
  grey: 'Gray',
  red: 'Red',
  green: 'Green',
  blue: 'Blue',
  alpha: 'Alpha',
  undefined: 'Undefined',
};

/** GDAL's own XML: what is known of the file and its bands; null where there is nothing to say. */
export function gdalMetadataText(
  metadata: Readonly<Record<string, string>>,
  bands: readonly Band[],
  saysColors: boolean,
): string | null {
  const lines = Object.entries(metadata)
    .filter(([name]) => !isStatistic(name))
    .map(([name, value]) => itemText(name, '', value));
  for (const [index, band] of bands.entries()) {
    const sample = ` sample="${index}"`;
    if (band.name !== null) lines.push(itemText('DESCRIPTION', `${sample} role="description"`, band.name));
    if (saysColors) lines.push(itemText('COLORINTERP', `${sample} role="colorinterp"`, colorNames[band.color]));
    for (const [name, value] of Object.entries(band.metadata)) {
      if (!isStatistic(name)) lines.push(itemText(name, sample + roleOf(name), value));
    }
  }
  return lines.length === 0 ? null : `<GDALMetadata>\n${lines.join('\n')}\n</GDALMetadata>\n`;
}
