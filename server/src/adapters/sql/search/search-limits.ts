import type { StopSignal } from '../../../shared/stop-signal.ts';
import { PlatformError } from '../../../shared/errors.ts';

/** Of the documents of a page: ten thousand may have a megabyte each, and whoever asks has its memory. */
export const mostPageBytes = 268_435_456;

/** The first ones, up to the one with which they have so many bytes. */
export function fitting<T>(all: Iterable<T>, bytesOf: (one: T) => number, mostBytes: number): readonly T[] {
  const found: T[] = [];
  let bytes = 0;
  for (const one of all) {
    found.push(one);
    bytes += bytesOf(one);
    if (bytes >= mostBytes) break;
  }
  return found;
}

/** The clear answer to a search that only reading the whole archive could answer. */
export const tooBroad = (mostDocuments: number): PlatformError =>
  new PlatformError(
    'invalid_parameters',
    `the search asks for properties that are not declared, or for words of a catalogue that is still being indexed, and stopped after ${mostDocuments} items: declare them as queryables, or narrow it by area, datetime or collections`,
  );

/** The clear answer to an order that only sorting the whole archive could give. */
export const noIndex = (): PlatformError =>
  new PlatformError(
    'invalid_parameters',
    "'sortby' names an order that has no index: order by one declared property, by datetime, id or collection, or narrow the search",
  );

export const tooSlow = (): PlatformError =>
  new PlatformError('unavailable', { reason: 'the search took too long: narrow it', retryAfterSeconds: 30 });

/** Why a search that was told to stop ends. */
export const abortError = ({ reason }: StopSignal): Error =>
  reason instanceof Error ? reason : new Error('the search was stopped');
