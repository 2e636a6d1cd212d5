import { Component } from 'react';
import type { ReactNode } from 'react';
import { CrashScreen } from './crash-screen.tsx';

export interface CrashBoundaryProps {
  /** The current page: an error is forgotten when the page changes. */
  readonly place?: string;
  readonly children: ReactNode;
}

interface CrashBoundaryState {
  readonly crash: { readonly error: unknown } | null;
  readonly place: string | undefined;
}

/** Catches an error in one screen, so that the rest of the page stays. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { crash: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<CrashBoundaryState> {
    return { crash: { error } };
  }

  static getDerivedStateFromProps({ place }: CrashBoundaryProps, state: CrashBoundaryState) {
    return place === state.place ? null : { crash: null, place };
  }

  override render(): ReactNode {
    return this.state.crash ? <CrashScreen error={this.state.crash.error} /> : this.props.children;
  }
}
