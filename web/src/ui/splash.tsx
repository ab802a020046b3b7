import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';

type SplashProps = { readonly isWaiting?: boolean; readonly children?: ReactNode };

/** The page while there is nothing to show yet; waiting is only named when it takes long enough to be seen. */
export function Splash({ isWaiting = false, children }: SplashProps) {
  return (
    <main className="door">
      <div className="door-card">
        <Brand />
        {isWaiting && (
          <p className="splash-wait" role="status">
            Loading…
          </p>
        )}
        {children}
      </div>
    </main>
  );
}
