import { Component, type ReactNode } from 'react';
import { RenderError } from './routes/render-error';

/** The last net, for what breaks outside the pages. React still has no function for this. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <RenderError /> : this.props.children;
  }
}
