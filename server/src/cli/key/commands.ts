import type { CommandGroup } from '../command.ts';
import { createApiKey } from './create.ts';
import { deleteApiKeys } from './delete.ts';
import { listApiKeys } from './list.ts';

export const keyCommands: CommandGroup = {
  summary: 'API keys of an account',
  commands: { create: createApiKey, list: listApiKeys, delete: deleteApiKeys },
};
