import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Looks names up for a socket and gives it the allowed addresses alone; a name without one is refused. */
export function guardLookup(
  isAllowedAddress: (address: string) => boolean,
  refuse: (hostname: string) => Error,
): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (problem, addresses) => {
      if (problem !== null) return done(problem, '');
      const allowed = addresses.filter(({ address }) => isAllowedAddress(address));
      const [first] = allowed;
      if (first === undefined) return done(refuse(hostname), '');
      return options.all === true ? done(null, allowed) : done(null, first.address, first.family);
    });
  };
}
