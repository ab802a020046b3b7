import { filterFunctions } from './functions.ts';
import { geometryFunctions } from './geometry-functions.ts';
import { geometryMakers } from './geometry-makers.ts';

/** Every function that a filter may call, by its name in lower case. */
export const functionNames: ReadonlySet<string> = new Set([
  ...filterFunctions.keys(),
  ...geometryFunctions.keys(),
  ...geometryMakers.keys(),
]);
