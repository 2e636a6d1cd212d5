import { Component } from 'react';
import type { ReactNode } from 'react';
import { partWords } from '../words/parts.ts';
import { toast } from './toasts.tsx';

export interface PartProps {
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** A part of the app with code that loads on demand. If it fails to load, the rest stays unchanged and a message reports it. */
export class Part extends Component<PartProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    toast(navigator.onLine ? partWords.failed : partWords.offline);
    this.props.onFail();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
