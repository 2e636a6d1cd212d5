import type { Message, ReadBlock } from '@parley/protocol';
import type { OutgoingMessage } from '../../api/outbox.ts';

interface Choice {
  readonly label: string;
  readonly payload: string;
}

/** Which of the reader's messages came of a press, and on what. */
export interface PressedChoices {
  /** By the message that offered the choice: what was sent. */
  readonly said: ReadonlyMap<string, string>;
  /** By the reader's message, or the key of one on its way: what stood on the choice. */
  readonly chose: ReadonlyMap<string, string>;
}

/**
 * Finds the messages of the reader that say what a choice of a message before them sends. Only the reader's next words after a
 * message can be its choice, so that the same words said later are words again.
 */
export function pressedChoices(
  messages: readonly Message[],
  outgoing: readonly OutgoingMessage[],
  ownUserId: string,
): PressedChoices {
  const said = new Map<string, string>();
  const chose = new Map<string, string>();
  let open: Message[] = [];
  const hear = (name: string, text: string) => {
    for (const message of open) {
      const choice = message.blocks.flatMap(choicesOf).find(({ payload }) => payload === text);
      if (!choice) continue;
      said.set(message.messageId, text);
      chose.set(name, choice.label);
    }
    open = [];
  };
  for (const message of messages) {
    if (message.author.id !== ownUserId) open.push(message);
    else hear(message.messageId, message.body ?? '');
  }
  for (const { key, text } of outgoing) hear(key, text);
  return { said, chose };
}

function choicesOf(block: ReadBlock): Choice[] {
  if (block.type === 'buttons') return block.buttons;
  if (block.type !== 'card') return [];
  const { actions = [], purchase, title } = block;
  return purchase ? [...actions, { label: purchase.label, payload: `purchase: ${title}` }] : actions;
}
