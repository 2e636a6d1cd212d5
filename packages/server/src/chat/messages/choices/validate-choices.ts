import { isId, readBlocks, type MessageId, type Refusal, type StoredBlock, type UserId } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { findOffered } from '../../transcript/queries.ts';
import type { SendMessage } from '../send/send.ts';
import { findChoicesOf, insertChoices, type ChoiceRow } from './choice-queries.ts';

/** A permitted choice, without the id of the message that makes it. */
export type Chosen = Omit<ChoiceRow, 'message_id'>;

/** The choices of a batch of messages, read under the lock of their conversations. */
export interface Choices {
  /** Returns the choice that a message makes, null if it makes none, or the refusal. */
  validate(send: SendMessage): Chosen | Refusal | null;
  /** Records a choice, so that later messages of the batch see it. */
  make(chosen: Chosen, messageId: MessageId): void;
  write(tx: Tx): Promise<void>;
}

/** Permits no choice. */
export const noChoices: Choices = {
  validate: ({ choice }) => (choice ? { code: 'choice_unknown', path: '/choice' } : null),
  make: () => undefined,
  write: async () => undefined,
};

export async function loadChoices(tx: Tx, sends: readonly SendMessage[]): Promise<Choices> {
  const choosing = sends.filter(({ choice }) => choice);
  const messageIds = [...new Set(choosing.flatMap(({ choice }) => choice?.messageId ?? []))];
  const messages = new Map<MessageId, MessageRow>();
  const owners = new Map<string, UserId>();
  const taken = new Set<string>();
  if (messageIds.length > 0) {
    const userIds = [...new Set(choosing.map(({ sender }) => sender.userId))];
    const [found, earlier] = await Promise.all([findOffered(tx, messageIds), findChoicesOf(tx, userIds, messageIds)]);
    for (const row of found) messages.set(row.message_id, row);
    for (const row of earlier) taken.add(placeOf(row));
    const agentIds = [...new Set(found.flatMap(({ author_id: id }) => (isId('agent', id) ? [id] : [])))];
    for (const agent of await findAgents(tx, agentIds)) owners.set(agent.agent_id, agent.owner_user_id);
  }
  const made: ChoiceRow[] = [];
  return {
    validate(send) {
      if (!send.choice) return null;
      const message = messages.get(send.choice.messageId);
      const offer = message?.conversation_id === send.conversationId ? offerOf(message, send, owners) : null;
      if (!message || !offer) return { code: 'choice_unknown', path: '/choice' };
      if (send.text !== offer.text)
        return {
          code: 'malformed_request',
          path: '/text',
          message: notItsText,
          hint: 'purchase' in send.choice ? purchaseHint : payloadHint,
        };
      const chosen: Chosen = {
        conversation_id: message.conversation_id,
        user_id: send.sender.userId,
        of_message_id: message.message_id,
        agent_id: isId('agent', message.author_id) ? message.author_id : null,
        block: offer.block,
        public_block: offer.publicBlock,
        label: offer.label,
      };
      return taken.has(placeOf(chosen)) ? { code: 'already_chosen', path: '/choice' } : chosen;
    },
    make(chosen, messageId) {
      taken.add(placeOf(chosen));
      made.push({ ...chosen, message_id: messageId });
    },
    write: (transaction) => insertChoices(transaction, made),
  };
}

const notItsText = 'The text is not what this choice sends.';
const payloadHint = 'Send the payload as text.';
const purchaseHint = 'Send `purchase: ` and the title of the card as text.';

const placeOf = ({ of_message_id, user_id, block }: Chosen): string => `${of_message_id} ${user_id} ${block}`;

/** An option of a block: the index of the block for its readers, the text to send, and the label. */
interface Offer {
  readonly block: number;
  readonly publicBlock: number;
  readonly text: string;
  readonly label: string;
}

/** Finds the option. The caller's index counts only the blocks that the caller may read. */
function offerOf(
  { author_id, blocks }: MessageRow,
  { choice, sender }: SendMessage,
  owners: ReadonlyMap<string, UserId>,
): Offer | null {
  const ownsAgent = author_id !== null && owners.get(author_id) === sender.userId;
  const isPublic = blocks.map((block) => readBlocks([block], { ownsAgent: false }).length > 0);
  const places = blocks.flatMap((_, place) => (ownsAgent || isPublic[place] ? [place] : []));
  const place = places[choice?.block ?? -1];
  const block = place === undefined ? undefined : blocks[place];
  const offered = block && choice ? offeredBy(block, choice) : null;
  if (place === undefined || !offered) return null;
  return { ...offered, block: place, publicBlock: isPublic.slice(0, place).filter(Boolean).length };
}

function offeredBy(
  block: StoredBlock,
  choice: NonNullable<SendMessage['choice']>,
): Pick<Offer, 'text' | 'label'> | null {
  if ('purchase' in choice) {
    const purchase = block.type === 'card' ? block.purchase : undefined;
    return block.type === 'card' && purchase ? { text: `purchase: ${block.title}`, label: purchase.label } : null;
  }
  const actions = block.type === 'buttons' ? block.buttons : block.type === 'card' ? (block.actions ?? []) : [];
  const action = actions.find(({ payload }) => payload === choice.payload);
  return action ? { text: action.payload, label: action.label } : null;
}
