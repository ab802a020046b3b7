import type { CloudPlan } from './paint/clouds.ts';
import type { Air } from './paint/light.ts';
import type { PlaceFacts } from './places/facts.ts';

/** `visual`: red, green and blue bytes; `multispectral`: blue, green, red and near infrared of 16 bits. */
export type SceneKind = 'visual' | 'multispectral';

/** One acquisition of the demo archive. */
export type Scene = {
  readonly id: string;
  readonly place: PlaceFacts;
  readonly kind: SceneKind;
  readonly datetime: string;
  readonly platform: string;
  readonly gsd: number;
  /** Sides of the footprint in metres, where its middle lies in local metres, and by how many degrees it is turned. */
  readonly size: readonly [number, number];
  readonly middle: readonly [number, number];
  readonly turn: number;
  readonly air: Air;
  readonly offNadir: number;
  readonly viewAzimuth: number;
  readonly clouds: CloudPlan | null;
  readonly seed: number;
};
