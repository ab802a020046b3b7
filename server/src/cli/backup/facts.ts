import type { Manifest } from '../../adapters/backup/manifest.ts';

/** A backup in a few lines. */
export const databaseFacts = ({
  made,
  databases,
  files,
  has_master_key: hasKey,
}: Manifest): Record<string, string> => ({
  made,
  ...Object.fromEntries(
    Object.entries(databases).map(([name, { bytes, tables, schema_version: version }]) => [
      name,
      `${bytes} bytes, ${Object.values(tables).reduce((sum, rows) => sum + rows, 0)} rows, schema ${version}, whole`,
    ]),
  ),
  files: `${files.count}, ${files.bytes} bytes`,
  'master key': hasKey ? 'in the backup' : 'not in the backup',
});
