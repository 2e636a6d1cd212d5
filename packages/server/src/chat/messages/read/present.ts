import {
  limits,
  readBlocks,
  type AgentId,
  type Message,
  type MessageId,
  type ReadBlock,
  type UserId,
} from '@parley/protocol';
import type { AgentRow } from '../../../accounts/agents/agent.ts';
import { findAgents } from '../../../accounts/agents/queries.ts';
import { openConcealer, type ConcealWords } from '../../approvals/conceal-words.ts';
import type { App } from '../../conversations/app.ts';
import type { MemberConversationRow } from '../../conversations/queries.ts';
import { readDeliveries, type Fate } from '../../../engine/deliveries/read-deliveries.ts';
import { isMuted } from '../../../accounts/permissions/attention.ts';
import { findMemberships, type MembershipRow } from '../../../accounts/permissions/queries.ts';
import { mayUse } from '../../../accounts/permissions/held-scopes.ts';
import { proactiveScope } from '../../../accounts/permissions/scopes.ts';
import type { Db, Tx } from '../../../platform/storage/storage.ts';
import { findUsers, type UserRow } from '../../../accounts/users/queries.ts';
import type { DraftRow } from '../drafts/draft-queries.ts';
import { choicesIn, readChoices, type ShownChoices } from '../choices/read-choices.ts';
import { countReactions } from '../reactions/reaction-queries.ts';
import { findAnsweredForms } from '../../forms/form-answer-queries.ts';
import { findEdits, type EditRow } from '../../transcript/edit-queries.ts';
import { readAgentCalls, readAsking } from './agent-calls.ts';
import { isSilent } from '../../transcript/silent.ts';
import type { MessageRow } from '../../conversations/message-row.ts';

interface View {
  readonly viewer: UserId;
  readonly nowMs: number;
  readonly conversation: MemberConversationRow;
  readonly agents: ReadonlyMap<string, AgentRow>;
  readonly users: ReadonlyMap<string, UserRow>;
  readonly memberships: ReadonlyMap<string, MembershipRow>;
  readonly fates: ReadonlyMap<MessageId, Fate>;
  /** Forms that the viewer has answered, as `<message> <form>`. */
  readonly answered: ReadonlySet<string>;
  /** The agents that were called in answer to messages and have not answered. */
  readonly asking: ReadonlyMap<MessageId, Message['asking']>;
  /** The calls between agents that the messages made or answered. */
  readonly agentCalls: ReadonlyMap<MessageId, Message['agentCall']>;
  readonly choices: ReadonlyMap<MessageId, ShownChoices>;
  readonly edits: ReadonlyMap<MessageId, EditRow>;
  readonly reactions: ReadonlyMap<MessageId, Message['reactions']>;
  /** Removes the text of a decision for everyone except the person who makes it. */
  readonly conceal: ConcealWords;
}

/** Presents messages and open drafts of one conversation for one of its people. */
export async function presentMessages(
  { storage: { db }, engine, clock }: Pick<App, 'engine' | 'clock'> & { readonly storage: { readonly db: Db | Tx } },
  conversation: MemberConversationRow,
  viewer: UserId,
  rows: readonly MessageRow[],
  drafts: readonly DraftRow[] = [],
): Promise<Message[]> {
  const agentIds = idsOf<AgentId>(rows, 'agent').concat(drafts.map((draft) => draft.agent_id));
  const ids = rows.map((row) => row.message_id);
  const own = rows.filter((row) => row.author_id === viewer).map((row) => row.message_id);
  const agents = await findAgents(db, [...new Set(agentIds)]);
  const pairs = agents.map(({ agent_id: agentId }) => ({ agentId, userId: viewer }));
  const view: View = {
    viewer,
    nowMs: clock.now(),
    conversation,
    agents: new Map(agents.map((agent) => [agent.agent_id, agent])),
    users: new Map((await findUsers(db, idsOf<UserId>(rows, 'user'))).map((user) => [user.user_id, user])),
    memberships: new Map((await findMemberships(db, pairs)).map((row) => [row.agent_id, row])),
    fates: await readDeliveries(db, engine, own),
    answered: await answeredForms(db, viewer, rows),
    asking: await readAsking(db, rows, clock.now()),
    agentCalls: await readAgentCalls(db, rows, clock.now()),
    choices: await readChoices(db, viewer, ids),
    edits: await findEdits(db, ids),
    reactions: await countReactions(db, viewer, ids),
    conceal: await openConcealer(db, viewer, rows),
  };
  // A paused agent's draft is not shown, even if a reply was being written while the agent was paused.
  const shown = drafts.filter((draft) => view.agents.get(draft.agent_id)?.status === 'live');
  return [...rows.map((row) => presentMessage(view, row)), ...shown.map((draft) => presentDraft(view, draft))];
}

function presentMessage(view: View, stored: MessageRow): Message {
  // The message may have been deleted after its row was read.
  const isDeleted = Boolean(view.edits.get(stored.message_id)?.deleted_at);
  const row = isDeleted ? { ...stored, body: null, blocks: [] } : stored;
  const blocks = blocksFor(view, row.author_id, row.blocks);
  return {
    messageId: row.message_id,
    conversationId: row.conversation_id,
    seq: row.seq,
    author: { type: row.author_type, id: row.author_id, name: nameOf(view, row) },
    body: row.body,
    blocks,
    createdAt: row.created_at.toISOString(),
    replyToDeliveryId: row.reply_to_delivery_id,
    partial: false,
    ...(row.author_id === view.viewer ? ownPart(view.fates.get(row.message_id)) : {}),
    asking: view.asking.get(row.message_id) ?? [],
    ...agentCallIn(view.agentCalls.get(row.message_id)),
    notify: notifies(view, row),
    formStates: formStates(view, row.message_id, blocks),
    ...choicesIn(view.choices, row.message_id),
    ...editIn(view.edits.get(row.message_id)),
    reactions: isDeleted ? [] : (view.reactions.get(row.message_id) ?? []),
  };
}

/** A deleted message no longer says what it chose, nor what was chosen in it. */
function editIn(edit: EditRow | undefined): Pick<Message, 'deleted' | 'editedAt' | 'revision'> & Partial<ShownChoices> {
  const { deleted_at: deletedAt = null, edited_at: editedAt = null, revision = 0 } = edit ?? {};
  const shown = { editedAt: editedAt?.toISOString() ?? null, revision };
  return deletedAt === null
    ? { deleted: false, ...shown }
    : { deleted: true, ...shown, choice: null, choiceStates: {} };
}

function agentCallIn(agentCall: Message['agentCall']): Pick<Message, 'agentCall'> {
  return agentCall ? { agentCall } : {};
}

/** The fields that only the sender of a message sees. */
function ownPart(fate: Fate | undefined): Pick<Message, 'deliveries' | 'stopped' | 'failed'> {
  return {
    deliveries: fate?.deliveries ?? [],
    ...(fate?.stopped === true ? { stopped: true } : {}),
    ...(fate?.failed === true ? { failed: true } : {}),
  };
}

function presentDraft(view: View, draft: DraftRow): Message {
  const blocks = blocksFor(view, draft.agent_id, draft.blocks);
  return {
    messageId: draft.message_id,
    conversationId: draft.conversation_id,
    seq: null,
    author: { type: 'agent', id: draft.agent_id, name: view.agents.get(draft.agent_id)?.name ?? 'Agent' },
    body: null,
    blocks,
    createdAt: draft.created_at.toISOString(),
    replyToDeliveryId: draft.delivery_id,
    partial: true,
    asking: [],
    notify: false,
    formStates: formStates(view, draft.message_id, blocks),
    choice: null,
    choiceStates: {},
    deleted: false,
    editedAt: null,
    revision: 0,
    reactions: [],
  };
}

function blocksFor(view: View, authorId: string | null, blocks: MessageRow['blocks']): ReadBlock[] {
  const ownsAgent = authorId !== null && view.agents.get(authorId)?.owner_user_id === view.viewer;
  return view.conceal(readBlocks(blocks, { ownsAgent }));
}

/** Returns how a person reads blocks of a message, of whichever version. */
export async function openBlockReader(
  db: Db | Tx,
  viewer: UserId,
  message: MessageRow,
  versions: readonly Pick<MessageRow, 'blocks'>[],
): Promise<(blocks: MessageRow['blocks']) => ReadBlock[]> {
  const agents = await findAgents(db, idsOf<AgentId>([message], 'agent'));
  const ownsAgent = agents.some((agent) => agent.owner_user_id === viewer);
  const conceal = await openConcealer(db, viewer, versions);
  return (blocks) => conceal(readBlocks(blocks, { ownsAgent }));
}

/** Returns the display name of a message's author. */
export function nameOf(view: Pick<View, 'agents' | 'users'>, { author_type, author_id }: MessageRow): string {
  if (author_type === 'platform' || author_id === null) return 'Parley';
  if (author_type === 'agent') return view.agents.get(author_id)?.name ?? 'Agent';
  return view.users.get(author_id)?.display_name ?? 'Someone';
}

/**
 * Returns whether a message should notify this reader: it is not deleted, it is another author's, neither the conversation nor the agent
 * is muted, and a proactive message needs the grant of `proactive.message`.
 */
function notifies(view: View, row: MessageRow): boolean {
  if (view.edits.get(row.message_id)?.deleted_at) return false;
  if (row.author_id === view.viewer || row.author_type === 'platform' || isMuted(view.conversation, view.nowMs))
    return false;
  if (row.author_type !== 'agent' || row.author_id === null) return true;
  if (isSilent(row) && view.agents.get(row.author_id)?.owner_user_id !== view.viewer) return false;
  const membership = view.memberships.get(row.author_id);
  if (membership && (isMuted(membership, view.nowMs) || membership.blocked)) return false;
  if (!row.proactive) return true;
  const agent = view.agents.get(row.author_id);
  return agent !== undefined && mayUse(agent, membership, proactiveScope);
}

async function answeredForms(db: Db | Tx, viewer: UserId, rows: readonly MessageRow[]): Promise<Set<string>> {
  const withForms = rows.filter((row) => row.blocks.some((block) => block.type === 'form'));
  const messageIds = withForms.map((row) => row.message_id);
  const answered = await findAnsweredForms(db, viewer, messageIds);
  return new Set(answered.map((row) => `${row.message_id} ${row.form_id}`));
}

function formStates(view: View, messageId: MessageId, blocks: readonly ReadBlock[]): Message['formStates'] {
  const forms = blocks.flatMap((block) => (block.type === 'form' ? [block.form_id] : []));
  return Object.fromEntries(forms.map((id) => [id, { answered: view.answered.has(`${messageId} ${id}`) }]));
}

/** Returns the ids of the authors of one type. */
export function idsOf<Id extends string>(rows: readonly MessageRow[], type: MessageRow['author_type']): Id[] {
  return [
    ...new Set(rows.flatMap((row) => (row.author_type === type && row.author_id ? [row.author_id] : []))),
  ] as unknown as Id[];
}

/** Returns the time since which a draft must have been updated to be open. */
export function openDraftsSince(nowMs: number): Date {
  return new Date(nowMs - limits.draftMinutes * 60_000);
}
