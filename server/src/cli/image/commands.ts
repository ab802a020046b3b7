import type { CommandGroup } from '../command.ts';
import { imageCut } from './cut.ts';
import { imageItem } from './item.ts';

export const imageCommands: CommandGroup = {
  summary: 'Images: files without a service',
  commands: { item: imageItem, cut: imageCut },
};
