import { workerData } from 'node:worker_threads';
import { shownBy } from '../../exports/shown-items.ts';
import { systemClock } from '../../shared/clock.ts';
import { createChunkReaders } from '../sqlite/catalog/chunk-reader.ts';
import { createStatements } from '../sqlite/catalog/statements.ts';
import { connect } from '../sqlite/driver.ts';
import { explain } from '../sqlite/sqlite-sql.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import type { Ask } from '../threads/questions.ts';
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
    const post = createPost(ask);
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

/** Posts a part and resolves when the one before it was taken: while one is on its way, the next is made. */
function createPost(ask: Ask) {
  let last: Promise<unknown> = Promise.resolve();
  const post = async ({ bytes, items }: Made): Promise<void> => {
    await last;
    // A view would take all of what it is a view of with it.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    last = ask({ bytes: own, items } satisfies Made, [own.buffer as ArrayBuffer]);
    // Whoever waits for it next is told.
    last.catch(() => undefined);
  };
  return Object.assign(post, { settled: () => last });
}
