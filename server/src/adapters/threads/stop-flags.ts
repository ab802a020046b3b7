/** Where jobs of a pool are called off: a search that is under way hears no message. */
export type StopFlags = { readonly stops: SharedArrayBuffer };

/** More than jobs are ever under way: one that lost its place to a later one still hears the message. */
const places = 4_096;
const mostNumber = 2 ** 31;

export const newStopFlags = (): StopFlags => ({ stops: new SharedArrayBuffer(places * Int32Array.BYTES_PER_ELEMENT) });

/** The next job's number, from 1 on. */
export const numberAfter = (last: number): number => Math.max(1, (last + 1) % mostNumber);

/** `number` is the job's, from 1 on. */
export const callOff = ({ stops }: StopFlags, number: number): void =>
  void Atomics.store(new Int32Array(stops), number % places, number);

/** Looks whether a job was called off. */
export function watchStops({ stops }: StopFlags): (number: number) => boolean {
  const flags = new Int32Array(stops);
  return (number) => Atomics.load(flags, number % places) === number;
}
