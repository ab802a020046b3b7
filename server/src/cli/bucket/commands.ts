import type { CommandGroup } from '../command.ts';
import { bucketGrant } from './grant.ts';
import { bucketTest } from './test.ts';

export const bucketCommands: CommandGroup = {
  summary: 'Buckets that orders are delivered to',
  commands: { test: bucketTest, grant: bucketGrant },
};
