import type { Fault } from './fault.ts';

export type ToThread<Work> =
  | { readonly type: 'work'; readonly id: number; readonly work: Work }
  | { readonly type: 'stop'; readonly id: number }
  | Told
  | { readonly type: 'close' };

/** The answer to a question of a job; a fault where it was refused. */
export type Told = {
  readonly type: 'told';
  readonly id: number;
  readonly question: number;
  readonly answer?: unknown;
  readonly fault?: Fault;
};

/** What a job asks its pool while it runs. */
export type Asked = { readonly type: 'asked'; readonly id: number; readonly question: number; readonly about: unknown };

export type FromThread<Outcome> =
  | { readonly type: 'ready' }
  | Asked
  | { readonly type: 'done'; readonly id: number; readonly outcome: Outcome }
  | { readonly type: 'failed'; readonly id: number; readonly fault: Fault };
