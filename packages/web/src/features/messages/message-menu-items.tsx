import type { Message } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { Coins, Copy, Flag, Link2, Pencil, Quote, RotateCcw, SmilePlus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { ReactElement } from 'react';
import { useAnswerCost } from '../../api/answer-cost.ts';
import { useConversation } from '../../api/conversations.ts';
import { deleteSoon, undoMs } from '../../api/delete-soon.ts';
import { readDraft, writeDraft } from '../../api/drafts.ts';
import { beginEdit } from '../../api/edit-drafts.ts';
import { isEditable } from '../../api/edits.ts';
import { useMe } from '../../api/session.ts';
import { stopAnswer } from '../../api/stop.ts';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx';
import { money } from '../../ui/money.ts';
import { focusAction, toast } from '../../ui/toasts.tsx';
import { answerCostWords as costWords } from '../../words/answer-cost.ts';
import { editingWords as editing } from '../../words/editing.ts';
import { digits } from '../../words/locale.ts';
import { messageWords as words } from '../../words/messages.ts';
import { reactionWords } from '../../words/reactions.ts';
import { reportWords } from '../../words/reports.ts';
import { messageText, quoted } from './message-text.ts';
import { pickReaction } from './reactions/picked.ts';
import type { MessageRow } from './timeline.ts';
import { copyText } from '../../ui/copy-text.ts';

export interface MessageMenuItemsProps {
  readonly row: MessageRow;
  readonly trigger: ReactElement;
}

/**
 * Copies, quotes, links, edits and deletes a message. The user's own unanswered text can go back into the composer. Offers only what the
 * server permits.
 */
export function MessageMenuItems({ row: { message, canTakeBack }, trigger }: MessageMenuItemsProps) {
  const { conversationId, messageId } = message;
  const { react, quote, edit, takeBack, remove, report, onClose } = useMessageActions(message);
  return (
    <Menu trigger={trigger} onClose={onClose}>
      <MenuItem icon={<SmilePlus size={16} aria-hidden />} onSelect={react}>
        {reactionWords.react}
      </MenuItem>
      <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => void copy(messageText(message), words.copied)}>
        {words.copy}
      </MenuItem>
      <MenuItem icon={<Quote size={16} aria-hidden />} onSelect={quote}>
        {words.quote}
      </MenuItem>
      <MenuItem
        icon={<Link2 size={16} aria-hidden />}
        onSelect={() => void copy(location.origin + paths.message(conversationId, messageId), words.linkCopied)}
      >
        {words.copyLink}
      </MenuItem>
      {edit && (
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={edit}>
          {editing.edit}
        </MenuItem>
      )}
      {canTakeBack && (
        <MenuItem icon={<RotateCcw size={16} aria-hidden />} onSelect={() => void takeBack()}>
          {words.takeBack}
        </MenuItem>
      )}
      {report && (
        <MenuItem icon={<Flag size={16} aria-hidden />} onSelect={report}>
          {reportWords.report}
        </MenuItem>
      )}
      {remove && (
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={remove}>
          {editing.remove}
        </MenuItem>
      )}
      <Cost message={message} />
    </Menu>
  );
}

/** Says what an answer of a model cost, where that is known. It comes last, because it is read while the menu is open. */
function Cost({ message }: { readonly message: Message }) {
  const spent = useAnswerCost(message);
  if (spent === null) return null;
  const line = costWords.spent(digits(spent.tokens), money(spent.cost, spent.currency));
  return (
    <>
      <MenuRule />
      <MenuItem icon={<Coins size={16} aria-hidden />} onSelect={() => void copy(line, words.copied)}>
        {line}
      </MenuItem>
    </>
  );
}

/** Returns what the user can do with a message; null for what the server does not permit. */
function useMessageActions(message: Message) {
  const client = useQueryClient();
  const me = useMe();
  const navigate = useNavigate();
  const { data: room } = useConversation(message.conversationId);
  /** An action may continue elsewhere, so that the focus does not move back to the button. */
  const goOn = useRef<(() => void) | null>(null);
  const { conversationId, author, blocks } = message;
  const mayDelete = author.id === me.userId || room?.creatorUserId === me.userId;
  const isOfTask = blocks.some(({ type }) => type === 'task_update');

  function write(change: (draft: string) => string): void {
    writeDraft(me.userId, conversationId, change(readDraft(me.userId, conversationId)));
    if (document.querySelector('[role="menu"]') === null) focusEnd();
    else goOn.current = focusEnd;
  }

  function edit(): void {
    goOn.current = () => undefined;
    beginEdit({ ...message, userId: me.userId }, message.body ?? '', 'message');
  }

  function remove(): void {
    if (!navigator.onLine) return toast(editing.removeOffline);
    const onFail = (error: unknown) => toast(editing.notRemoved(error instanceof Error ? error.message : ''));
    const undo = deleteSoon({ client, userId: me.userId, message, onFail });
    toast(editing.removed, undoMs, { label: editing.undo, run: undo });
    const article = menuArticle();
    goOn.current = () => focusAction(article);
  }

  async function takeBack(): Promise<void> {
    try {
      if (!message.stopped && !(await stopAnswer(client, message))) toast(words.answeredAlready);
      write((draft) => [message.body ?? '', draft].filter((text) => text !== '').join('\n'));
    } catch (error) {
      toast(words.notTakenBack(error instanceof Error ? error.message : ''));
    }
  }

  function report(): void {
    goOn.current = () => navigate(paths.report('message', message.messageId));
  }

  function react(): void {
    const article = menuArticle();
    goOn.current = () => {
      article?.focus({ preventScroll: true });
      pickReaction(message);
    };
  }

  return {
    react,
    quote: () => write((draft) => `${draft === '' ? '' : `${draft}\n`}${quoted(messageText(message))}`),
    edit: isEditable(message, me.userId, Date.now()) ? edit : null,
    takeBack,
    remove: mayDelete && !isOfTask ? remove : null,
    report: author.id === me.userId || author.type === 'platform' ? null : report,
    onClose(event: Event) {
      if (!goOn.current) return;
      event.preventDefault();
      goOn.current();
      goOn.current = null;
    },
  };
}

/** Returns the message whose menu is open. */
function menuArticle(): HTMLElement | null {
  return document.querySelector('article:has([aria-haspopup="menu"][aria-expanded="true"])');
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
