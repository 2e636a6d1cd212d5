import type { ReadBlock } from '@parley/protocol';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { blockWords } from '../words/blocks.ts';
import { Frame } from './frame.tsx';
import styles from './frame.module.css';
import { wordsOf } from './words-of.ts';

interface BlockBoundaryProps {
  readonly block: ReadBlock;
  readonly children: ReactNode;
}

interface BlockBoundaryState {
  /** The block of the last render. */
  readonly block: ReadBlock | null;
  readonly hasFailed: boolean;
}

/** Catches a rendering error in one block and shows the block's plain text instead. Tries again when the block changes. */
export class BlockBoundary extends Component<BlockBoundaryProps, BlockBoundaryState> {
  override state: BlockBoundaryState = { block: null, hasFailed: false };

  static getDerivedStateFromProps({ block }: BlockBoundaryProps, state: BlockBoundaryState): BlockBoundaryState | null {
    return block === state.block ? null : { block, hasFailed: false };
  }

  static getDerivedStateFromError(): Partial<BlockBoundaryState> {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error('A block could not be shown.', error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <PlainWords block={this.props.block} /> : this.props.children;
  }
}

/** Shows only the text of a block that cannot be rendered. */
function PlainWords({ block }: { readonly block: unknown }) {
  const words = wordsOf(block);
  return (
    <Frame kind={blockWords.plain}>
      {words === '' ? <p>{blockWords.notShown}</p> : <p className={styles.words}>{words}</p>}
    </Frame>
  );
}
