import { type Command, exitCodes } from '../../command.ts';
import { asChoice, readArguments } from '../../read-arguments.ts';
import { placesOf } from './command-words.ts';
import { shells } from './shells.ts';

export const completion: Command = {
  summary: 'Print what completes words in a shell',
  help: `swath completion bash|zsh|fish

Prints a script after which the shell completes the commands and flags of this release.

Examples:
  source <(swath completion bash)
  swath completion zsh > ~/.zfunc/_swath
  swath completion fish > ~/.config/fish/completions/swath.fish`,
  run: async (args, terminal) => {
    const { positionals } = readArguments(args, { positionals: ['SHELL'] });
    const shell = asChoice('SHELL', positionals[0]!, ['bash', 'zsh', 'fish']);
    // The tree lists this command too, so that it is looked at when both are there.
    const { commandTree } = await import('../../command-tree.ts');
    terminal.out(shells[shell](await placesOf(commandTree)));
    return exitCodes.done;
  },
};
