import type { ReadBlock } from '@parley/protocol';
import { Bell, Footprints, Hand } from 'lucide-react';
import { blockWords as words } from '../../words/blocks.ts';
import { useBlockActions } from '../block-context.ts';
import { Aside, Frame } from '../frame.tsx';
import { linkify } from '../linkify.tsx';
import { Markdown } from './markdown.tsx';

export function TextBlock({ block }: { readonly block: ReadBlock<'text'> }) {
  return <Markdown text={block.text} />;
}

/** Renders the agent's next step, while it is at work. */
export function IntentBlock({ block }: { readonly block: ReadBlock<'intent'> }) {
  const { author = words.theAgent } = useBlockActions();
  return (
    <Frame kind={words.intent(author)} icon={<Footprints size={14} aria-hidden />} tone="tells">
      <p dir="auto">{linkify(block.text)}</p>
    </Frame>
  );
}

/** Renders the agent's request for a person to take over. */
export function NeedsHumanBlock({ block }: { readonly block: ReadBlock<'needs_human'> }) {
  const { author = words.theAgent } = useBlockActions();
  return (
    <Frame kind={words.needsHuman(author)} icon={<Hand size={18} aria-hidden />} tone="asks">
      <Markdown text={block.reason} />
    </Frame>
  );
}

/** Renders an announcement. `action_label` has no target, so it is shown as a remark and not as a button. */
export function NotificationBlock({ block }: { readonly block: ReadBlock<'notification'> }) {
  return (
    <Frame kind={words.announcement} icon={<Bell size={14} aria-hidden />} title={block.title}>
      <p dir="auto">{linkify(block.body)}</p>
      {block.action_label && <Aside>{block.action_label}</Aside>}
    </Frame>
  );
}
