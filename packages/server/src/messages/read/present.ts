import {
  limits,
  readBlocks,
  type AgentId,
  type Message,
  type MessageId,
  type ReadBlock,
  type UserId,
} from '@parley/protocol';
import type { AgentRow } from '../../agents/agent.ts';
import { findAgents } from '../../agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import type { MemberConversationRow } from '../../conversations/queries.ts';
import { readDeliveries, type Fate } from '../../deliveries/log/read-deliveries.ts';
import { isMuted } from '../../permissions/attention.ts';
import { findMemberships, type MembershipRow } from '../../permissions/queries.ts';
import { proactiveScope } from '../../permissions/scopes.ts';
import type { Db, Tx } from '../../storage/storage.ts';
import { findUsers, type UserRow } from '../../users/queries.ts';
import type { DraftRow } from '../drafts/draft-queries.ts';
import { findAnsweredForms } from '../../forms/form-answer-queries.ts';
import type { MessageRow } from '../../transcript/message-row.ts';

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
}

/** Messages and open drafts of one conversation, as one of its people sees them. */
export async function presentMessages(
  { storage: { db }, engine, clock }: Pick<App, 'engine' | 'clock'> & { readonly storage: { readonly db: Db | Tx } },
  conversation: MemberConversationRow,
  viewer: UserId,
  rows: readonly MessageRow[],
  drafts: readonly DraftRow[] = [],
): Promise<Message[]> {
  const agentIds = idsOf<AgentId>(rows, 'agent').concat(drafts.map((draft) => draft.agent_id));
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
  };
  // What an agent had begun to say ends with its service, also where a reply was under way as it was paused.
  const shown = drafts.filter((draft) => view.agents.get(draft.agent_id)?.status === 'live');
  return [...rows.map((row) => presentMessage(view, row)), ...shown.map((draft) => presentDraft(view, draft))];
}

function presentMessage(view: View, row: MessageRow): Message {
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
    notify: notifies(view, row),
    formStates: formStates(view, row.message_id, blocks),
  };
}

/** What only the sender of a message sees of it. */
function ownPart(fate: Fate | undefined): Pick<Message, 'deliveries' | 'stopped'> {
  return { deliveries: fate?.deliveries ?? [], ...(fate?.stopped === true ? { stopped: true } : {}) };
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
    notify: false,
    formStates: formStates(view, draft.message_id, blocks),
  };
}

function blocksFor(view: View, authorId: string | null, blocks: MessageRow['blocks']): ReadBlock[] {
  const ownsAgent = authorId !== null && view.agents.get(authorId)?.owner_user_id === view.viewer;
  return readBlocks(blocks, { ownsAgent });
}

/** What whoever wrote a message is called. */
export function nameOf(view: Pick<View, 'agents' | 'users'>, { author_type, author_id }: MessageRow): string {
  if (author_type === 'platform' || author_id === null) return 'Parley';
  if (author_type === 'agent') return view.agents.get(author_id)?.name ?? 'Agent';
  return view.users.get(author_id)?.display_name ?? 'Someone';
}

/**
 * Whether a message draws this reader's attention: it is not their own, neither the conversation nor the agent is muted, and a
 * proactive one only where they granted `proactive.message`.
 */
function notifies(view: View, row: MessageRow): boolean {
  if (row.author_id === view.viewer || row.author_type === 'platform' || isMuted(view.conversation, view.nowMs))
    return false;
  if (row.author_type !== 'agent' || row.author_id === null) return true;
  const membership = view.memberships.get(row.author_id);
  if (membership && (isMuted(membership, view.nowMs) || membership.blocked)) return false;
  return !row.proactive || (membership?.granted_scopes.includes(proactiveScope) ?? false);
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

/** Who of one kind wrote messages. */
export function idsOf<Id extends string>(rows: readonly MessageRow[], type: MessageRow['author_type']): Id[] {
  return [
    ...new Set(rows.flatMap((row) => (row.author_type === type && row.author_id ? [row.author_id] : []))),
  ] as unknown as Id[];
}

/** Drafts that were touched since then are open. */
export function openDraftsSince(nowMs: number): Date {
  return new Date(nowMs - limits.draftMinutes * 60_000);
}
