import type { Fault } from './fault.ts';

export type ToThread<Work> =
  | { readonly type: 'work'; readonly id: number; readonly work: Work }
  | { readonly type: 'stop'; readonly id: number }
  | { readonly type: 'close' };

export type FromThread<Outcome> =
  | { readonly type: 'done'; readonly id: number; readonly outcome: Outcome }
  | { readonly type: 'failed'; readonly id: number; readonly fault: Fault };
