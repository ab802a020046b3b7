import type { AttributeType } from '../catalog/languages/attributes.ts';

/** Where the value of an attribute stands in an item. */
export type AttributeSource =
  | { readonly kind: 'id' }
  | { readonly kind: 'collection' }
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'constant'; readonly value: string };

/** What features show of an item; all of it is plain data. */
export type ShownAttribute = {
  readonly name: string;
  readonly type: Exclude<AttributeType, 'geometry'>;
  readonly source: AttributeSource;
  /** What is stored is what is shown times this. */
  readonly factor: number;
};

type Row = readonly [name: string, type: ShownAttribute['type'], source: string | AttributeSource, factor?: number];

const ofProperty = (name: string): AttributeSource => ({ kind: 'property', name });

/** In the order that clients of this family know; without a source of its own, the property of the same name. */
const rows: readonly Row[] = [
  ['featureId', 'string', { kind: 'id' }],
  ['cloudCover', 'number', 'eo:cloud_cover', 100],
  ['sunAzimuth', 'number', 'view:sun_azimuth'],
  ['sunElevation', 'number', 'view:sun_elevation'],
  ['offNadirAngle', 'number', 'view:off_nadir'],
  ['groundSampleDistance', 'number', 'gsd'],
  ['groundSampleDistanceUnit', 'string', { kind: 'constant', value: 'Meter' }],
  ['source', 'string', 'platform'],
  ['bandDescription', 'string', 'bandDescription'],
  ['isEnvelopeGeometry', 'boolean', 'isEnvelopeGeometry'],
  ['centroid', 'string', 'centroid'],
  ['dataLayer', 'string', { kind: 'collection' }],
  ['legacyDescription', 'string', 'description'],
  ['bandConfiguration', 'string', 'bandConfiguration'],
  ['fullResolutionInitiatedOrder', 'string', 'fullResolutionInitiatedOrder'],
  ['legacyIdentifier', 'string', 'catalog_id'],
  ['crs', 'string', 'proj:code'],
  ['acquisitionDate', 'dateTime', 'datetime'],
  ['resolutionX', 'number', 'resolutionX'],
  ['resolutionY', 'number', 'resolutionY'],
  ['createdDate', 'dateTime', 'created'],
  ['processingLevel', 'string', 'processing:level'],
  ['earliestAcquisitionTime', 'dateTime', 'start_datetime'],
  ['latestAcquisitionTime', 'dateTime', 'end_datetime'],
  ['companyName', 'string', 'companyName'],
  ['orbitDirection', 'string', 'sat:orbit_state'],
  ['beamMode', 'string', 'sar:instrument_mode'],
  ['polarisationMode', 'string', 'polarisationMode'],
  ['polarisationChannel', 'string', 'sar:polarizations'],
  ['antennaLookDirection', 'string', 'sar:observation_direction'],
  ['minimumIncidenceAngle', 'number', 'minimumIncidenceAngle'],
  ['maximumIncidenceAngle', 'number', 'maximumIncidenceAngle'],
  ['incidenceAngleVariation', 'number', 'incidenceAngleVariation'],
  ['md5Hash', 'string', 'md5Hash'],
  ['licenseType', 'string', 'license'],
  ['isMultiPart', 'boolean', 'isMultiPart'],
  ['ceCategory', 'string', 'ceCategory'],
  ['niirs', 'number', 'niirs'],
  ['lastModifiedDate', 'dateTime', 'updated'],
  ['hasCloudlessGeometry', 'boolean', 'hasCloudlessGeometry'],
  ['deletedDate', 'dateTime', 'deletedDate'],
  ['deletedReason', 'string', 'deletedReason'],
  ['productName', 'string', 'productName'],
  ['usageProductId', 'string', 'usageProductId'],
  ['ce90Accuracy', 'number', 'ce90Accuracy'],
  ['bucketName', 'string', 'bucketName'],
  ['path', 'string', 'path'],
  ['sensorType', 'string', 'instruments'],
];

export const attributeTable: readonly ShownAttribute[] = rows.map(([name, type, source, factor = 1]) => ({
  name,
  type,
  source: typeof source === 'string' ? ofProperty(source) : source,
  factor,
}));

/** Names of an older service, which its clients still send. */
export const otherNames: Readonly<Record<string, string>> = {
  legacyId: 'legacyIdentifier',
  productType: 'productName',
  featureCentroid: 'centroid',
  vendorName: 'companyName',
  ingestDate: 'createdDate',
  earliestAcquisitionDate: 'earliestAcquisitionTime',
  latestAcquisitionDate: 'latestAcquisitionTime',
};
