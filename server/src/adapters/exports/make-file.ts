import { type Layout, layOut } from '../../exports/columns.ts';
import { createCsvEncoder } from '../../exports/csv.ts';
import type { ExportFormat } from '../../exports/formats.ts';
import { createLineEncoder, createSequenceEncoder } from '../../exports/lines.ts';
import type { ExportJob } from '../../exports/ports.ts';
import type { ThreadCatalog } from '../thread-catalog/thread-catalog.ts';
import { type FileMaker, makerOf } from './file-maker.ts';
import { createGeoParquetMaker } from './geoparquet-maker.ts';
import { readCollection } from './read-collection.ts';
import { createGeoPackageMaker } from './geopackage-maker.ts';

export type MakerNeeds = {
  readonly catalog: Pick<ThreadCatalog, 'collection' | 'knownProperties'>;
  readonly temporaryFolder: string;
  readonly nowMs: () => number;
};

type Make = (job: ExportJob, needs: MakerNeeds) => FileMaker | Promise<FileMaker>;

const makers: Readonly<Record<ExportFormat, Make>> = {
  ndjson: () => makerOf(createLineEncoder()),
  geojsonseq: () => makerOf(createSequenceEncoder()),
  csv: async (job, needs) => makerOf(createCsvEncoder(await layoutOf(job, needs))),
  gpkg: async (job, needs) => createGeoPackageMaker(needs.temporaryFolder, await layoutOf(job, needs), needs.nowMs()),
  parquet: ({ baseUrl }, { catalog }) => createGeoParquetMaker((id) => readCollection(catalog, id, baseUrl)),
};

export const makeFile = async (job: ExportJob, needs: MakerNeeds): Promise<FileMaker> => makers[job.format](job, needs);

const layoutOf = async ({ request, visibility }: ExportJob, { catalog }: MakerNeeds): Promise<Layout> =>
  layOut(await catalog.knownProperties(request.collections, visibility), request.fields);
