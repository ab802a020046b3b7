/** Bytes by position. What it reads belongs to one version of the file, or it throws. */
export type RangeSource = {
  readonly location: string;
  /** Differs between two versions of the same location, as far as can be told. */
  readonly version: string;
  readonly byteLength: number;
  /** Near sources are not worth a copy in memory: the system keeps one. */
  readonly isRemote: boolean;
  /** Exactly these bytes, in a buffer of their own. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** A source, and the bytes that opening it brought along. */
export type OpenedSource = { readonly source: RangeSource; readonly head: Uint8Array };

/** One request brings the header of most files, with the index of their blocks. */
export const headBytes = 64 * 1024;

/** For sources that hold nothing open. */
export const nothingToClose = (): Promise<void> => Promise.resolve();
