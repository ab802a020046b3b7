import { type Layout, layOut } from '../../exports/columns.ts';
import { createCsvEncoder } from '../../exports/csv.ts';
import type { ExportFormat } from '../../exports/formats.ts';
import { createLineEncoder, createSequenceEncoder } from '../../exports/lines.ts';
import type { ExportJob } from '../../exports/ports.ts';
import { readKnownProperties } from '../sqlite/catalog/known-properties.ts';
import type { Prepare } from '../sqlite/catalog/snapshot.ts';
import { type FileMaker, makerOf } from './file-maker.ts';
import { createGeoParquetMaker } from './geoparquet-maker.ts';
import { readCollection } from './read-collection.ts';
import { createGeoPackageMaker } from './geopackage-maker.ts';

export type MakerNeeds = { readonly prepare: Prepare; readonly temporaryFolder: string; readonly nowMs: () => number };

type Make = (job: ExportJob, needs: MakerNeeds) => FileMaker;

const makers: Readonly<Record<ExportFormat, Make>> = {
  ndjson: () => makerOf(createLineEncoder()),
  geojsonseq: () => makerOf(createSequenceEncoder()),
  csv: (job, needs) => makerOf(createCsvEncoder(layoutOf(job, needs))),
  gpkg: (job, needs) => createGeoPackageMaker(needs.temporaryFolder, layoutOf(job, needs), needs.nowMs()),
  parquet: ({ baseUrl }, { prepare }) => createGeoParquetMaker((id) => readCollection(prepare, id, baseUrl)),
};

export const makeFile: Make = (job, needs) => makers[job.format](job, needs);

const layoutOf = ({ request, visibility }: ExportJob, { prepare }: MakerNeeds): Layout =>
  layOut(readKnownProperties(prepare, request.collections, visibility), request.fields);
