import { Component, type ReactNode } from 'react';

type PartBoundaryProps = {
  /** What it shows; another one is tried anew. */
  subject: unknown;
  /** In place of what cannot be shown. */
  instead: ReactNode;
  children: ReactNode;
};

type PartBoundaryState = { subject: unknown; isBroken: boolean };

/** Keeps what breaks in one part of a screen from taking down the rest of it. React still has no function for this. */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { subject: this.props.subject, isBroken: false };

  static getDerivedStateFromError(): Partial<PartBoundaryState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ subject }: PartBoundaryProps, state: PartBoundaryState): PartBoundaryState | null {
    return subject === state.subject ? null : { subject, isBroken: false };
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
