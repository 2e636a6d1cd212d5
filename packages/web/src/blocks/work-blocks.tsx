import type { ReadBlock } from '@parley/protocol';
import { ListChecks, ShieldQuestion } from 'lucide-react';
import { Aside, Frame } from './frame.tsx';
import { linkify } from './linkify.tsx';
import { Markdown } from './markdown.tsx';
import styles from './work-blocks.module.css';

const kinds = {
  tool_invocation: 'wants to use a tool',
  charge: 'wants to charge you',
  identity_request: 'wants to know who you are',
} as const;

/** A question for the person who may decide it. */
export function ApprovalRequestBlock({ block }: { readonly block: ReadBlock<'approval_request'> }) {
  return (
    <Frame kind="Asks for your approval" icon={<ShieldQuestion size={14} aria-hidden />}>
      <p>{linkify(block.prompt)}</p>
      {block.kind && (
        <Aside>
          The agent {kinds[block.kind]}
          {block.coin_amount !== undefined && `: ${block.coin_amount} ${block.coin_amount === 1 ? 'coin' : 'coins'}`}.
        </Aside>
      )}
      <Aside>Deciding here comes with the next version. Until then nothing happens without you.</Aside>
    </Frame>
  );
}

export function TaskUpdateBlock({ block }: { readonly block: ReadBlock<'task_update'> }) {
  return (
    <Frame kind={`Task ${block.status.replaceAll('_', ' ')}`} icon={<ListChecks size={14} aria-hidden />}>
      {block.note && <Markdown text={block.note} />}
    </Frame>
  );
}

/** Progress with a bar where the agent told how far it is, and the words alone where it did not. */
export function ProgressBlock({ block }: { readonly block: ReadBlock<'progress'> }) {
  return (
    <div className={styles.progress}>
      <span>{block.label}</span>
      {block.percent !== undefined && (
        <>
          <progress aria-label={block.label} max={100} value={block.percent} />
          <span className={styles.percent}>{block.percent} %</span>
        </>
      )}
    </div>
  );
}
