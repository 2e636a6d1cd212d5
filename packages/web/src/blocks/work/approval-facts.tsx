import type {
  Approval,
  ApprovalId,
  ApprovalReceipt,
  ConversationId,
  ListedConversation,
  Membership,
} from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAgent } from '../../api/agents.ts';
import { useApproval, useBalance, useDecide, useDeciding, useOutcome } from '../../api/approvals.ts';
import { useConversation } from '../../api/conversations.ts';
import { useMembership } from '../../api/membership.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { AskState } from '../../ui/ask-card.tsx';
import { approvalWords as words } from '../../words/approvals.ts';
import { blockWords } from '../../words/blocks.ts';
import { coinsOf } from '../../words/coins.ts';
import type { ApprovalFacts } from '../block-context.ts';
import { openHere } from './open-here.ts';
import { Receipt } from './receipt.tsx';
import { decisionScope, useDecision } from './use-decision.tsx';
import { useStanding } from './use-standing.tsx';

/**
 * Returns the facts of an approval in a room, with a function to decide it; null until it is read. The outcome is read only once the card
 * is in view; otherwise a room with many approvals would request every outcome when it opens.
 */
export function useApprovalFacts(
  approvalId: ApprovalId | undefined,
  roomId: ConversationId,
  isSeen: boolean,
): ApprovalFacts | null {
  const id = approvalId ?? null;
  const { data: approval } = useApproval(id);
  const { data: room } = useConversation(roomId);
  const { data: agent } = useAgent(approval?.agentId ?? null);
  const { data: membership } = useMembership(approval?.agentId ?? null);
  const isOpen = approval?.state === 'pending';
  const balance = useBalance(isOpen && approval.coinAmount !== null);
  const outcome = useOutcome(isSeen && approval?.state === 'approved' ? approval.id : null);
  const deciding = useDeciding(id);
  const decide = useDecide();
  const seated = room?.agentMembers.find(({ agentId }) => !approval || agentId === approval.agentId)?.name;
  const asker = agent?.name ?? seated ?? blockWords.anAgent;
  const decision = useDecision(approval, asker);
  const approve = () => decision?.bodyOf('approved') ?? { decision: 'approved' as const };
  const standing = useStanding(approval, isSeen, approve);

  useEffect(() => {
    if (id !== null && isOpen) openHere.add(id);
  }, [id, isOpen]);
  const client = useQueryClient();
  const hasRun = id !== null && openHere.has(id) && outcome !== null && outcome.outcome !== null;
  useEffect(() => {
    // The permissions page shows when a grant was last used.
    if (hasRun) void client.invalidateQueries({ queryKey: queryKeys.grants });
  }, [client, hasRun]);

  if (id === null || !approval || !decision) return null;
  const state = stateOf(approval, deciding, outcome && outcomeOf(outcome, approval));
  const reason = membership?.requestedScopes.find(({ scope }) => scope === approval.requestedScope)?.reason;
  const chosen = approval.options.find((option) => option.id === approval.option)?.label;
  const isShared = (room?.userMembers.length ?? 0) > 0;
  return {
    asker,
    action: approval.action,
    facts: [
      { label: words.scope, value: approval.requestedScope },
      { label: words.behalf, value: words.you },
      ...(chosen === undefined ? [] : [{ label: words.chosen, value: chosen, isQuoted: true }]),
      ...(isShared ? [{ label: words.decides, value: words.onlyYou }] : []),
    ],
    ...wordsOf(approval, reason),
    exact: approval.arguments,
    balance: balance ?? null,
    expiresAt: approval.expiresAt,
    cannot: isOpen
      ? (obstacle(approval, { asker, balance, membership, isGone: agent?.status === 'deleted' }) ?? decision.cannot)
      : null,
    wordsOfAgent: approval.requestedScope === decisionScope,
    state,
    decide: isOpen && state.kind !== 'sending' ? (what, option) => decide(id, decision.bodyOf(what, option)) : null,
    receipt: state.kind === 'decided' && <Receipt id={id} />,
    ...decision.facts,
    ...standing,
  };
}

/** Returns what a room tells of an approval that another person decides. The server tells nobody else more. */
export function useOthersFacts(roomId: ConversationId): ApprovalFacts {
  const { data: room } = useConversation(roomId);
  const [agent, ...others] = room?.agentMembers ?? [];
  const asker = agent && others.length === 0 ? agent.name : blockWords.anAgent;
  return { asker, state: notYours(room), decide: null };
}

/** Separates the value to decide on from the agent's explanations, so that neither replaces the other. */
function wordsOf({ requestedScope, arguments: args }: Approval, reason: string | undefined) {
  const isDecision = requestedScope === decisionScope;
  const { details } = args;
  const written = isDecision && Array.isArray(details) ? details.filter(isDetail) : [];
  const remarks = [...written, ...(reason === undefined ? [] : [{ label: words.reason, value: reason }])];
  return { bound: isDecision ? args['arguments'] : args, remarks };
}

interface Known {
  readonly asker: string;
  /** Undefined while it is read. */
  readonly balance: number | null | undefined;
  readonly membership: Membership | undefined;
  readonly isGone: boolean;
}

/** Returns why an approval could not succeed now, or is not known to; null if no reason is known. */
function obstacle({ coinAmount, requestedScope }: Approval, { asker, balance, membership, isGone }: Known) {
  if (membership && !membership.grantedScopes.includes(requestedScope)) return words.notGranted(asker, requestedScope);
  if (isGone) return words.gone(asker);
  if (coinAmount === null || balance === null) return null;
  if (balance === undefined) return words.readingCoins;
  return balance < coinAmount ? words.tooFew(coinsOf(coinAmount - balance)) : null;
}

/** Returns the outcome of an approval from its receipt. */
function outcomeOf({ outcome, tool }: ApprovalReceipt, { kind }: Approval): Outcome {
  switch (outcome) {
    case null:
      return { kind: 'under_way', words: words.underWay };
    case 'denied':
      return { kind: 'not_done', words: words.deniedAtRun };
    case 'succeeded':
      return { kind: 'done', words: kind === 'charge' ? words.paid : words.done };
    case 'failed':
      return { kind: 'not_done', words: tool === 'coin.charge' ? words.notPaid : words.toolFailed };
  }
}

type Outcome = NonNullable<Extract<AskState, { kind: 'decided' }>['outcome']>;

function stateOf(
  { id, state, resolvedAt, stopped }: Approval,
  deciding: ReturnType<typeof useDeciding>,
  outcome: Outcome | null,
): AskState {
  switch (state) {
    case 'pending':
      if (deciding?.status === 'error') {
        const { error, body } = deciding;
        return { kind: 'failed', decision: body.decision, reason: error?.message ?? words.notThrough };
      }
      return deciding?.status === 'pending' ? { kind: 'sending', decision: deciding.body.decision } : { kind: 'open' };
    case 'expired':
      return { kind: 'expired' };
    case 'approved':
    case 'denied': {
      const elsewhere = openHere.has(id) && deciding?.body.decision !== state;
      return {
        kind: 'decided',
        decision: state,
        by: words.you,
        at: resolvedAt,
        elsewhere,
        stopped: stopped === true,
        outcome,
      };
    }
  }
}

/**
 * Returns the state of an approval that another person decides. In a room of two, that is the other person; elsewhere only the text of the
 * request names the person.
 */
function notYours(room: ListedConversation | undefined): AskState {
  const [other, ...more] = room?.userMembers ?? [];
  // The user is alone, so the other person has left, and their name is unknown.
  if (room && !other) return { kind: 'not_yours', whose: null, hasLeft: true };
  const whose = other && more.length === 0 ? other.displayName : null;
  return { kind: 'not_yours', whose };
}

function isDetail(value: unknown): value is { label: string; value: string } {
  const { label, value: text } = (value ?? {}) as Record<string, unknown>;
  return typeof label === 'string' && typeof text === 'string';
}
