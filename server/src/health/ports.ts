import type { Backlog, MachineFacts } from './health.ts';

export type BacklogReader = {
  /** `feed` is that of the catalogue's arrivals. */
  read(feed: string, nowMs: number): Promise<Backlog>;
};

/** What is left of the disk that all is written to. */
export type Room = {
  isLow(): Promise<boolean>;
  /** Throws `disk_low` where there is too little for new work. */
  require(): Promise<void>;
};

export type Machine = { read(): Promise<MachineFacts> };
