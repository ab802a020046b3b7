import type { UsageShare } from '@swath/client';
import { areaText, bytesText, costText, countText } from '../ui/figures.ts';

export const measureNames = ['Area', 'Orders', 'Requests', 'Bytes', 'Cost'] as const;
export type MeasureName = (typeof measureNames)[number];

type Measure = {
  readonly of: (share: Pick<UsageShare, keyof Sums>) => number | null;
  readonly text: (value: number) => string;
};

type Sums = Pick<UsageShare, 'area_sqkm' | 'orders' | 'requests' | 'delivered_bytes' | 'cost'>;

export const measures: Readonly<Record<MeasureName, Measure>> = {
  Area: { of: (share) => share.area_sqkm, text: areaText },
  Orders: { of: (share) => share.orders, text: countText },
  Requests: { of: (share) => share.requests, text: countText },
  Bytes: { of: (share) => share.delivered_bytes, text: bytesText },
  Cost: { of: (share) => share.cost, text: costText },
};
