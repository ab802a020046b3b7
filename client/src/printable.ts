import { maskSecret } from './mask.ts';

const nodeInspect = Symbol.for('nodejs.util.inspect.custom');

/** Makes console.log, JSON.stringify and template strings show `describe()` instead of what the object holds. */
export function printable<T extends object>(prototypeName: string, target: T, describe: () => object): T {
  const hidden = {
    [nodeInspect]: { value: () => describe() },
    toJSON: { value: () => describe() },
    toString: { value: () => `${prototypeName} ${JSON.stringify(describe())}` },
  };
  return Object.defineProperties(target, hidden);
}

/** The same object, of which printing masks these members. */
export function masking<T extends object>(prototypeName: string, target: T, ...members: readonly (keyof T)[]): T {
  const masked = members
    .filter((member) => typeof target[member] === 'string')
    .map((member) => [member, maskSecret(target[member] as string)]);
  return printable(prototypeName, { ...target }, () => ({ ...target, ...Object.fromEntries(masked) }));
}
