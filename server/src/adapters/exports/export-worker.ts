import { workerData } from 'node:worker_threads';
import { shownBy } from '../../exports/shown-items.ts';
import { systemClock } from '../../shared/clock.ts';
import { createChunkReaders } from '../sqlite/catalog/chunk-reader.ts';
import { createStatements } from '../sqlite/catalog/statements.ts';
import { connect } from '../sqlite/driver.ts';
import { explain } from '../sqlite/sqlite-sql.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import { createPost } from '../threads/post-parts.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { makeFile } from './make-file.ts';
import type { ExportThreadData, ExportWork, Made } from './protocol.ts';

const { catalogFile, temporaryFolder, busyTimeoutMs } = workerData as ExportThreadData;

lowerPriority();
const connection = connect(catalogFile, { readOnly: true, busyTimeoutMs });
const readChunks = createChunkReaders(connection);
const prepare = createStatements(connection);
const needs = { prepare, temporaryFolder, nowMs: systemClock.nowMs };

serveJobs<number>(
  async (work, signal, ask) => {
    const { job, stop } = work as ExportWork;
    const isStopped = () => signal.aborted || Atomics.load(stop, 0) === 1;
    const post = createPost<Made>(ask);
    const file = makeFile(job, needs);
    try {
      const reader = readChunks(job.request, job.visibility, isStopped);
      const show = shownBy(job);
      let items = 0;
      for (let found = reader.next(); found.length > 0; found = reader.next()) {
        items += found.length;
        await post({ bytes: file.add(found.map(show), found), items });
      }
      for (const bytes of file.end()) await post({ bytes, items });
      await post.settled();
      return { outcome: items };
    } catch (error) {
      throw explain(error);
    } finally {
      file.close();
    }
  },
  () => connection.close(),
);
