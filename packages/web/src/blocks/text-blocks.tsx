import type { ReadBlock } from '@parley/protocol';
import { Bell, Hand, Lightbulb } from 'lucide-react';
import { Aside, Frame } from './frame.tsx';
import { linkify } from './linkify.tsx';
import { Markdown } from './markdown.tsx';

export function TextBlock({ block }: { readonly block: ReadBlock<'text'> }) {
  return <Markdown text={block.text} />;
}

/** What the agent is about to do, while it is at work. */
export function IntentBlock({ block }: { readonly block: ReadBlock<'intent'> }) {
  return (
    <Frame kind="Intends to" icon={<Lightbulb size={14} aria-hidden />}>
      <p>{linkify(block.text)}</p>
    </Frame>
  );
}

export function NeedsHumanBlock({ block }: { readonly block: ReadBlock<'needs_human'> }) {
  return (
    <Frame kind="Needs a person" icon={<Hand size={14} aria-hidden />}>
      <Markdown text={block.reason} />
    </Frame>
  );
}

/** `action_label` has no target, so it is shown as a remark and not as something to press. */
export function NotificationBlock({ block }: { readonly block: ReadBlock<'notification'> }) {
  return (
    <Frame kind="Announcement" icon={<Bell size={14} aria-hidden />} title={block.title}>
      <p>{linkify(block.body)}</p>
      {block.action_label && <Aside>{block.action_label}</Aside>}
    </Frame>
  );
}
