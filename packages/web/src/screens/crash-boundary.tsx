import { Component } from 'react';
import type { ReactNode } from 'react';
import { CrashScreen } from './crash-screen.tsx';

export interface CrashBoundaryProps {
  /** Where the reader is: an error at one place says nothing of the next. */
  readonly place?: string;
  readonly children: ReactNode;
}

interface CrashBoundaryState {
  readonly crash: { readonly error: unknown } | null;
  readonly place: string | undefined;
}

/** Keeps an error in one screen from emptying the page. */
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
