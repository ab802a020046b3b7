import type { Catalog } from '../catalog/ports.ts';
import { secondMs } from '../shared/clock.ts';
import { PlatformError } from '../shared/errors.ts';
import { type Patience, tryPatiently } from '../shared/patience.ts';

const patience: Patience = { attempts: 8, firstDelayMs: 250, longestDelayMs: 10 * secondMs };

/** Writes again where the store was out of reach: a service on the same file may keep it busy for a while. */
export function patientCatalog<C extends Pick<Catalog, 'putItems' | 'putCollection'>>(
  catalog: C,
  said: (sentence: string) => void,
): C {
  const patiently = <T>(write: () => Promise<T>): Promise<T> =>
    tryPatiently(patience, write, (error, { isLast }) => {
      const mayPass = error instanceof PlatformError && error.kind === 'unavailable';
      if (!mayPass || isLast) throw error;
      said(`${error.message}: it is tried again`);
      return null;
    });
  return {
    ...catalog,
    putItems: (writes, mode) => patiently(() => catalog.putItems(writes, mode)),
    putCollection: (collection, mode, ifMatch) => patiently(() => catalog.putCollection(collection, mode, ifMatch)),
  };
}
