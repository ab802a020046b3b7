import type { OrderState } from '@swath/client';
import { bytesText, countText, durationText } from '../ui/figures.ts';

type ProgressBarProps = { readonly order: OrderState };

export function ProgressBar({ order: { progress, state } }: ProgressBarProps) {
  const { tiles, bytes, percent, eta_seconds: secondsLeft } = progress;
  const isRunning = state === 'RUNNING';
  return (
    <div className="progress">
      <progress max={100} value={percent} aria-label="Tiles delivered" />
      <p className="progress-figures">
        <span>
          {countText(tiles.delivered)} of {countText(tiles.total)} tiles
          {tiles.failed > 0 && `, ${countText(tiles.failed)} failed`}
        </span>
        <span>{bytesText(bytes.delivered)}</span>
        {isRunning && secondsLeft !== null && <span>about {durationText(secondsLeft)} left</span>}
      </p>
    </div>
  );
}
