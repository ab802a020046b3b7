import type { Moment } from '../moment.ts';
import { createRandom } from '../noise/random.ts';
import { type Ink, ink, mixed, scaled } from '../paint/ink.ts';
import type { TreeKind } from '../paint/tree-sprites.ts';

const summer = [ink(0.036, 0.056, 0.026), ink(0.03, 0.05, 0.025), ink(0.044, 0.062, 0.028), ink(0.028, 0.044, 0.024)];
const spring = [ink(0.066, 0.084, 0.036), ink(0.056, 0.08, 0.036), ink(0.075, 0.086, 0.044), ink(0.05, 0.066, 0.034)];
const autumn = [ink(0.115, 0.086, 0.03), ink(0.085, 0.074, 0.032), ink(0.13, 0.078, 0.034), ink(0.055, 0.06, 0.03)];
const needles = [ink(0.02, 0.032, 0.019), ink(0.024, 0.037, 0.021), ink(0.018, 0.029, 0.018)];
const bushes = [ink(0.04, 0.056, 0.029), ink(0.054, 0.068, 0.036), ink(0.034, 0.048, 0.027)];

const several = (from: readonly Ink[], turning: readonly Ink[], share: number): readonly Ink[] => {
  const random = createRandom(4242);
  return Array.from({ length: 24 }, () => {
    const color = mixed(random.pick(from), random.pick(turning), share * random.between(0.4, 1.3));
    return scaled(color, random.between(0.8, 1.25));
  });
};

/** Leaves by season: fresh in spring, dark in summer, turning in autumn. */
export function crownInks({ season }: Moment): Readonly<Record<TreeKind, readonly Ink[]>> {
  const fresh = Math.max(0, Math.min(1, (5.6 - season) / 1.2));
  const turning = Math.max(0, Math.min(1, (season - 9.5) / 1.1));
  return {
    broadleaf: turning > 0 ? several(summer, autumn, turning) : several(summer, spring, fresh),
    conifer: several(needles, needles, 0),
    bush: turning > 0 ? several(bushes, autumn, turning * 0.6) : several(bushes, spring, fresh * 0.6),
  };
}
