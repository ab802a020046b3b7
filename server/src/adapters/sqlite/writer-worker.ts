import { workerData } from 'node:worker_threads';
import { createAppWorkshop } from './app-workshop.ts';
import { connect } from './driver.ts';
import type { Connection } from './driver.ts';
import { keepLog } from './keep-log.ts';
import { serveWrites } from './serve-writes.ts';
import { createSqliteSql } from './sqlite-sql.ts';

type WriterData = { readonly file: string; readonly busyTimeoutMs: number };

function openForWriting({ file, busyTimeoutMs }: WriterData): Connection {
  const connection = connect(file, { busyTimeoutMs });
  keepLog(connection, busyTimeoutMs);
  return connection;
}

await serveWrites({
  open: () => openForWriting(workerData as WriterData),
  furnish: (connection) => createAppWorkshop(createSqliteSql(connection)),
});
