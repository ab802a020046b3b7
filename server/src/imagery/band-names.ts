import type { Band } from './image.ts';

/** Of the names that STAC has for parts of the spectrum, those that files tell. */
const commonNames: Readonly<Record<string, string>> = {
  red: 'red',
  green: 'green',
  blue: 'blue',
  nir: 'nir',
  nir08: 'nir08',
  pan: 'pan',
};

/** What a band is called, and which part of the spectrum it is of where that is known. */
export function bandNames({ name, color }: Band, index: number): { readonly name: string; readonly common?: string } {
  const common = commonNames[color] ?? commonNames[name?.toLowerCase() ?? ''];
  return {
    name: name ?? (color === 'undefined' || color === 'grey' ? `band-${index + 1}` : color),
    ...(common === undefined ? {} : { common }),
  };
}
