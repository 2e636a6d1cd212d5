import { useQueryClient } from '@tanstack/react-query';
import { Copy, Link2, Pencil, Quote } from 'lucide-react';
import { useRef } from 'react';
import type { ReactElement } from 'react';
import { readDraft, writeDraft } from '../../api/drafts.ts';
import { useMe } from '../../api/session.ts';
import { stopAnswer } from '../../api/stop.ts';
import { paths } from '../../navigation/paths.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.tsx';
import { messageWords as words } from '../../words/messages.ts';
import { messageText, quoted } from './message-text.ts';
import type { MessageRow } from './timeline.ts';
import { copyText } from '../../ui/copy-text.ts';

export interface MessageMenuItemsProps {
  readonly row: MessageRow;
  readonly trigger: ReactElement;
}

/** Copies, quotes and links a message. The user's own unanswered text can go back into the composer. */
export function MessageMenuItems({ row: { message, canEdit }, trigger }: MessageMenuItemsProps) {
  const client = useQueryClient();
  const me = useMe();
  const wantsField = useRef(false);
  const { conversationId, messageId } = message;

  function write(change: (draft: string) => string): void {
    writeDraft(me.userId, conversationId, change(readDraft(me.userId, conversationId)));
    wantsField.current = document.querySelector('[role="menu"]') !== null;
    if (!wantsField.current) focusEnd();
  }

  /** The chosen action continues in the composer, so the focus moves there and not back to the button. */
  function goToField(event: Event): void {
    if (!wantsField.current) return;
    event.preventDefault();
    wantsField.current = false;
    focusEnd();
  }

  async function edit(): Promise<void> {
    try {
      if (!message.stopped && !(await stopAnswer(client, message))) toast(words.answeredAlready);
      write((draft) => [message.body ?? '', draft].filter((text) => text !== '').join('\n'));
    } catch (error) {
      toast(words.notTakenBack(error instanceof Error ? error.message : ''));
    }
  }

  return (
    <Menu trigger={trigger} onClose={goToField}>
      <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => void copy(messageText(message), words.copied)}>
        {words.copy}
      </MenuItem>
      <MenuItem
        icon={<Quote size={16} aria-hidden />}
        onSelect={() => write((draft) => `${draft === '' ? '' : `${draft}\n`}${quoted(messageText(message))}`)}
      >
        {words.quote}
      </MenuItem>
      <MenuItem
        icon={<Link2 size={16} aria-hidden />}
        onSelect={() => void copy(location.origin + paths.message(conversationId, messageId), words.linkCopied)}
      >
        {words.copyLink}
      </MenuItem>
      {canEdit && (
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => void edit()}>
          {words.edit}
        </MenuItem>
      )}
    </Menu>
  );
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await copyText(text);
    toast(done);
  } catch {
    toast(words.notCopied);
  }
}

/** Moves the cursor to the end of the composer. */
function focusEnd(): void {
  const field = document.getElementById('composer');
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
