import type { CommandGroup } from '../command.ts';
import { activateAccount } from './activate.ts';
import { addAccount } from './add.ts';
import { deactivateAccount } from './deactivate.ts';
import { listAccounts } from './list.ts';
import { resetAccountPassword } from './reset-password.ts';
import { showAccount } from './show.ts';

export const accountCommands: CommandGroup = {
  summary: 'Accounts: people and programs that sign in',
  commands: {
    add: addAccount,
    list: listAccounts,
    show: showAccount,
    deactivate: deactivateAccount,
    activate: activateAccount,
    'reset-password': resetAccountPassword,
  },
};
