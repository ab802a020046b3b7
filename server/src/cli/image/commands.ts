import type { CommandGroup } from '../command.ts';
import { imageCut } from './cut.ts';
import { imageItem } from './item.ts';
import { imageRelocate } from './relocate.ts';

export const imageCommands: CommandGroup = {
  summary: 'Images: their items, cuts, and where they lie',
  commands: { item: imageItem, cut: imageCut, relocate: imageRelocate },
};
