import { mkdirSync } from 'node:fs';
import { typeName } from '../../wfs/feature-ids.ts';
import { encodeShape } from '../shapefile/encode-shape.ts';
import { referenceText } from '../shapefile/reference-text.ts';
import { type Shape, type ShapeKind, shapeOf } from '../shapefile/shape-kind.ts';
import { type Shapefile, createShapefile } from '../shapefile/shapefile.ts';
import { type ZipEntry, zip } from '../shapefile/zip.ts';
import type { AnswerContext, Feature, FeatureFile } from '../../wfs/outputs/output.ts';
import { featureColumns } from './feature-columns.ts';
import type { MakerNeeds } from './file-makers.ts';

/** Readers of these tables know no more. */
const mostColumns = 254;

const endings: Readonly<Record<ShapeKind, string>> = {
  polygon: '',
  line: '_lines',
  point: '_points',
  multipoint: '_multipoints',
};

/** Shapefiles in a zip: one for each kind of geometry, and another where one would become too long. */
export function makeShapeZip(
  context: AnswerContext,
  { temporaryFolder, nowMs }: MakerNeeds,
  mostBytes?: number,
): FeatureFile {
  mkdirSync(temporaryFolder, { recursive: true, mode: 0o700 });
  const columns = featureColumns(context).slice(0, mostColumns);
  const filesOf = new Map<ShapeKind, Shapefile[]>();
  let lastKind: ShapeKind = 'polygon';

  function start(kind: ShapeKind): Shapefile {
    const file = createShapefile(temporaryFolder, kind, columns, mostBytes);
    const files = filesOf.get(kind) ?? [];
    filesOf.set(kind, [...files, file]);
    return file;
  }

  function put({ geometry, values }: Feature): void {
    const shape: Shape | null = geometry === null ? null : shapeOf(geometry);
    // What has no geometry stands beside what came before it.
    const kind = shape?.kind ?? lastKind;
    lastKind = kind;
    const encoded = shape === null ? null : encodeShape(shape);
    const file = filesOf.get(kind)?.at(-1) ?? start(kind);
    if (!file.put(encoded, values)) start(kind).put(encoded, values);
  }

  function* entries(): Iterable<ZipEntry> {
    if (filesOf.size === 0) start('polygon');
    for (const [kind, files] of filesOf)
      for (const [i, file] of files.entries()) {
        const name = `${typeName}${endings[kind]}${i === 0 ? '' : `_${i + 1}`}`;
        for (const [ending, bytes] of file.files(nowMs())) yield { name: `${name}.${ending}`, bytes };
        yield { name: `${name}.prj`, bytes: [Buffer.from(referenceText(context.crs.code))] };
        yield { name: `${name}.cpg`, bytes: [Buffer.from('UTF-8')] };
      }
  }

  return {
    add(features) {
      for (const feature of features) put(feature);
    },
    end: () => zip(entries(), nowMs()),
    close() {
      for (const files of filesOf.values()) for (const file of files) file.close();
    },
  };
}
