import type { Message } from '@parley/protocol';
import type { OutgoingMessage } from '../../api/outbox.ts';

/** The user's messages that were sent by pressing a choice. */
export interface PressedChoices {
  /** By the id of the message with the choices: the user's choices in its blocks. */
  readonly said: ReadonlyMap<string, Message['choiceStates']>;
  /** By the id of the user's message, or the key of an unsent one: the label of the choice. */
  readonly chose: ReadonlyMap<string, string>;
}

/** Returns the user's choices, both stored and unsent. Typed text is never a choice. */
export function pressedChoices(
  messages: readonly Message[],
  outgoing: readonly OutgoingMessage[],
  ownUserId: string,
): PressedChoices {
  const said = new Map<string, Message['choiceStates']>();
  const chose = new Map<string, string>();
  const note = (name: string, messageId: string, block: number, label: string) => {
    chose.set(name, label);
    said.set(messageId, { [block]: { label }, ...said.get(messageId) });
  };
  for (const { messageId, choiceStates } of messages) {
    if (Object.keys(choiceStates).length > 0) said.set(messageId, choiceStates);
  }
  for (const { messageId, author, choice } of messages) {
    if (choice && author.id === ownUserId) note(messageId, choice.messageId, choice.block, choice.label);
  }
  for (const { key, choice, state } of outgoing) {
    if (choice && state !== 'failed') note(key, choice.choice.messageId, choice.choice.block, choice.label);
  }
  return { said, chose };
}
