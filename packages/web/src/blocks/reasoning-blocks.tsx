import type { ReadBlock } from '@parley/protocol';
import type { ReactNode } from 'react';
import { Aside } from './frame.tsx';
import styles from './reasoning-blocks.module.css';

/** What the agent says it thought. Only its owner sees it, and the platform does not vouch for it. */
export function ThinkingBlock({ block }: { readonly block: ReadBlock<'thinking'> }) {
  return (
    <Folded summary="Thinking">
      <p className={styles.text}>{block.thinking}</p>
    </Folded>
  );
}

export function ToolUseBlock({ block }: { readonly block: ReadBlock<'tool_use'> }) {
  return <Folded summary={`Used ${block.name}`}>{block.input && <Json value={block.input} />}</Folded>;
}

export function ToolResultBlock({ block }: { readonly block: ReadBlock<'tool_result'> }) {
  return (
    <Folded summary={block.is_error ? 'The tool failed' : 'The tool answered'}>
      {block.content !== undefined && <p className={styles.text}>{block.content}</p>}
    </Folded>
  );
}

function Folded({ summary, children }: { readonly summary: string; readonly children: ReactNode }) {
  if (!children) return <Aside>{summary}, as the agent reports</Aside>;
  return (
    <details className={styles.folded}>
      <summary>{summary}, as the agent reports</summary>
      {children}
    </details>
  );
}

function Json({ value }: { readonly value: unknown }) {
  return (
    <pre className={styles.json} tabIndex={0} role="region" aria-label="Input">
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
