import { accountCommands } from './account/commands.ts';
import { bucketCommands } from './bucket/commands.ts';
import type { CommandGroup } from './command.ts';
import { exportCommand } from './export/export.ts';
import { imageCommands } from './image/commands.ts';
import { ingest } from './ingest/ingest.ts';
import { keyCommands } from './key/commands.ts';
import { migrate } from './migrate.ts';
import { openapi } from './openapi.ts';
import { rekey } from './rekey.ts';
import { serve } from './serve.ts';
import { worker } from './worker.ts';

/** Every command there is. */
export const commandTree: CommandGroup = {
  summary: 'a self-hosted imagery platform',
  commands: {
    serve,
    worker,
    migrate,
    account: accountCommands,
    key: keyCommands,
    ingest,
    export: exportCommand,
    image: imageCommands,
    bucket: bucketCommands,
    openapi,
    rekey,
  },
};
