/** The wrapped data key of this installation: stored beside the data, useless without the master key. */
export type VaultStore = {
  load(): Promise<string | null>;
  /** Stores it unless one is there already; returns the one that is stored. */
  createOnce(wrapped: string): Promise<string>;
  /** Swaps it for the same data key under another master key; false when `from` is no longer the stored one. */
  replace(from: string, to: string): Promise<boolean>;
};
