import proj4 from 'proj4';
import type { Crs } from '../../imagery/georeference.ts';
import { nameOf, proj4TextOf } from '../../imagery/known-systems.ts';
import type { Projection, Projections } from '../../imagery/ports.ts';
import { PlatformError } from '../../shared/errors.ts';

/** Coordinates from one system to another by proj4; a system that it cannot compute is refused by name. */
export function createProjections(): Projections {
  return {
    between: (from, to): Projection => {
      const converter = converterOf(from, to);
      return (x, y) => converter.forward([x, y]) as [number, number];
    },
  };
}

function converterOf(from: Crs, to: Crs) {
  const texts = [textOf(from), textOf(to)] as const;
  try {
    return proj4(...texts);
  } catch {
    throw refuse(`${nameOf(from)} or ${nameOf(to)}`);
  }
}

function textOf(crs: Crs): string {
  const text = proj4TextOf(crs);
  if (text === null) throw refuse(nameOf(crs));
  return text;
}

const refuse = (name: string) =>
  new PlatformError('invalid_parameters', `the coordinate reference system ${name} is not known here`);
