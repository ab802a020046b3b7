import type { Backlog, MachineFacts } from './health.ts';

export type BacklogReader = {
  /** `feed` is that of the catalogue's arrivals. */
  read(feed: string, nowMs: number): Promise<Backlog>;
};

export type Machine = { read(): Promise<MachineFacts> };
