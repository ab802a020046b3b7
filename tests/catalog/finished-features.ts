import type { Filter } from '../../server/src/catalog/filter.ts';
import { parseEcqlList } from '../../server/src/catalog/languages/ecql/parse-ecql.ts';
import type { Attribute, AttributeType, FilterReading } from '../../server/src/catalog/languages/attributes.ts';

const attribute = (name: string, type: AttributeType, property: string, factor?: number): Attribute => ({
  name,
  type,
  expression: { kind: 'property', name: property },
  ...(factor === undefined ? {} : { factor }),
});

const attributes = [
  attribute('featureGeometry', 'geometry', 'geometry'),
  attribute('gml:boundedBy', 'geometry', 'geometry'),
  attribute('featureId', 'string', 'id'),
  attribute('acquisitionDate', 'dateTime', 'datetime'),
  attribute('earliestAcquisitionTime', 'dateTime', 'start_datetime'),
  attribute('latestAcquisitionTime', 'dateTime', 'end_datetime'),
  attribute('createdDate', 'dateTime', 'created'),
  attribute('cloudCover', 'number', 'eo:cloud_cover', 100),
  attribute('clearSky', 'number', 'clear_sky', 100),
  attribute('groundSampleDistance', 'number', 'gsd'),
  attribute('offNadirAngle', 'number', 'view:off_nadir'),
  attribute('sunElevation', 'number', 'view:sun_elevation'),
  attribute('minimumIncidenceAngle', 'number', 'incidence:min'),
  attribute('maximumIncidenceAngle', 'number', 'incidence:max'),
  attribute('niirs', 'integer', 'niirs'),
  attribute('isBrowse', 'boolean', 'browse'),
  attribute('source', 'string', 'platform'),
  attribute('legacyIdentifier', 'string', 'catalog_id'),
  attribute('legacyId', 'string', 'catalog_id'),
  attribute('legacyDescription', 'string', 'description'),
  attribute('companyName', 'string', 'company'),
  attribute('productName', 'string', 'product'),
  attribute('productType', 'string', 'product_type'),
] as const;

const byName = new Map(attributes.map((each) => [each.name, each]));

/** Noon of the first day of 2026. */
export const nowMs = Date.UTC(2026, 0, 1, 12);

/** A feature type as WFS 2.0.0 asks for it: latitude first. */
export const latLonReading: FilterReading = {
  isLatLon: true,
  nowMs,
  attribute: (name) => byName.get(name) ?? null,
};

/** As WFS 1.0.0 does. */
export const lonLatReading: FilterReading = { ...latLonReading, isLatLon: false };

/** The one condition of a text. */
export function parseEcql(text: string, reading: FilterReading): Filter {
  const [filter, ...more] = parseEcqlList(text, () => reading);
  if (more.length > 0) throw new Error('the text has more than one condition');
  return filter!;
}
