import { Component, type ReactNode } from 'react';
import { Notice } from './notice.tsx';
import { Splash } from './splash.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly hasFailed: boolean };

/** A page that fails to load or to draw says so and offers a way on; React has no function form of this. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Splash>
        <Notice kind="error" title="This page could not be shown">
          <p>The connection may have broken while it was loading. Your keys and your account are not affected.</p>
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Reload the page
          </button>
        </Notice>
      </Splash>
    );
  }
}
