import type { ReadBlock } from '@parley/protocol';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { Frame } from './frame.tsx';
import styles from './frame.module.css';
import { wordsOf } from './words-of.ts';

interface BlockBoundaryProps {
  readonly block: ReadBlock;
  readonly children: ReactNode;
}

/** Holds what goes wrong in one block inside of that block, and shows its words instead. A block that changes is tried anew. */
export class BlockBoundary extends Component<BlockBoundaryProps, { readonly failedOn: ReadBlock | null }> {
  override state: { readonly failedOn: ReadBlock | null } = { failedOn: null };

  static getDerivedStateFromError(): null {
    return null;
  }

  override componentDidCatch(error: unknown): void {
    console.error('A block could not be shown.', error);
    this.setState({ failedOn: this.props.block });
  }

  override render(): ReactNode {
    const { block, children } = this.props;
    return this.state.failedOn === block ? <PlainWords block={block} /> : children;
  }
}

/** A block as its words alone, where its own look cannot be built. */
export function PlainWords({ block }: { readonly block: unknown }) {
  const words = wordsOf(block);
  return (
    <Frame kind="Shown as plain text">
      {words === '' ? <p>This part of the message could not be shown.</p> : <p className={styles.words}>{words}</p>}
    </Frame>
  );
}
