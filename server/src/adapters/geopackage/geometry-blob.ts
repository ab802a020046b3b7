import type { Box } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { wkbLength, writeWkb } from './wkb.ts';

/** Magic, version, flags and reference system. */
const headerLength = 8;
const envelopeLength = 32;

const littleEndian = 0b1;
const withEnvelope = 0b10;
const isEmptyFlag = 0b1_0000;

/** A geometry as GeoPackage keeps it: a header with the envelope, then well-known binary. */
export function geometryBlob(geometry: Geometry, box: Box | null, srsId: number): Buffer {
  const start = headerLength + (box === null ? 0 : envelopeLength);
  const bytes = Buffer.alloc(start + wkbLength(geometry));
  bytes.write('GP', 0, 'latin1');
  bytes[3] = littleEndian | (box === null ? isEmptyFlag : withEnvelope);
  bytes.writeInt32LE(srsId, 4);
  if (box !== null) writeEnvelope(box, bytes);
  writeWkb(geometry, bytes, start);
  return bytes;
}

/** West, east, south, north. */
function writeEnvelope([west, south, east, north]: Box, bytes: Buffer): void {
  for (const [index, edge] of [west, east, south, north].entries()) bytes.writeDoubleLE(edge, headerLength + 8 * index);
}
