import { momentText, relativeText } from './dates.ts';

type MomentProps = { readonly at: string; readonly nowMs: number };

/** How long ago, or how far ahead; the exact time is one look away. */
export function Moment({ at, nowMs }: MomentProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={momentText(date)}>
      {relativeText(date, nowMs)}
    </time>
  );
}
