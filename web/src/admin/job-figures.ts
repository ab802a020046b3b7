import type { IngestJob } from '@swath/client';
import { bytesText, countText, durationText } from '../ui/figures.ts';

type Moving = Pick<IngestJob, 'progress'>;

/** Of what is known to be there; null where nobody knows how much that is. */
export function shareOf({ progress }: Moving): number | null {
  if (progress === null || progress.total === null || progress.total === 0) return null;
  return Math.min(1, progress.done / progress.total);
}

export function shareText(job: Moving): string {
  const share = shareOf(job);
  return share === null ? '' : `${Math.floor(share * 100)} %`;
}

export const rateText = ({ progress }: Moving): string =>
  progress === null ? '' : `${countText(Math.round(progress.entries_per_second))} a second`;

export function leftText({ progress }: Moving): string {
  const seconds = progress?.seconds_left ?? null;
  return seconds === null ? 'nobody knows how much is left' : `about ${durationText(seconds)} left`;
}

/** In the unit of the source. */
export function doneText({ progress }: Moving): string {
  if (progress === null) return 'Nothing read yet';
  const text = progress.unit === 'bytes' ? bytesText : countText;
  const unit = progress.unit === 'bytes' ? '' : ` ${progress.unit}`;
  return progress.total === null
    ? `${text(progress.done)}${unit}`
    : `${text(progress.done)} of ${text(progress.total)}${unit}`;
}
