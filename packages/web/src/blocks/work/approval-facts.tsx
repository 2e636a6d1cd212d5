import type { Approval, ApprovalId, ConversationId, ListedConversation } from '@parley/protocol';
import { useEffect } from 'react';
import { useAgent } from '../../api/agents.ts';
import { useApproval, useBalance, useDecide, useDeciding } from '../../api/approvals.ts';
import { useConversation } from '../../api/conversations.ts';
import { useMembership } from '../../api/membership.ts';
import { RequestError } from '../../api/request.ts';
import type { AskState } from '../../ui/ask-card.tsx';
import { approvalWords as words } from '../../words/approvals.ts';
import { blockWords } from '../../words/blocks.ts';
import type { ApprovalFacts } from '../block-context.ts';
import { Receipt } from './receipt.tsx';

/** What is laid out of arguments at most; all of them are in the JSON. */
const factsShown = 20;
const factCharacters = 500;
/** What has waited for a decision while this page was open. */
const openHere = new Set<ApprovalId>();

/** All that is known of an approval in a room, and how to decide it; null until it is read. */
export function useApprovalFacts(approvalId: ApprovalId | undefined, roomId: ConversationId): ApprovalFacts | null {
  const id = approvalId ?? null;
  const { data: approval, error } = useApproval(id);
  const { data: room } = useConversation(roomId);
  const { data: agent } = useAgent(approval?.agentId ?? null);
  const { data: membership } = useMembership(approval?.agentId ?? null);
  const isOpen = approval?.state === 'pending';
  const balance = useBalance(isOpen && approval.coinAmount !== null);
  const deciding = useDeciding(id);
  const decide = useDecide();

  useEffect(() => {
    if (id !== null && isOpen) openHere.add(id);
  }, [id, isOpen]);

  const seated = room?.agentMembers.find(({ agentId }) => !approval || agentId === approval.agentId)?.name;
  const asker = agent?.name ?? seated ?? blockWords.anAgent;
  if (id === null) return null;
  if (!approval) return isNotFound(error) ? { asker, state: notYours(room, asker), decide: null } : null;
  const state = stateOf(approval, deciding);
  const reason = membership?.requestedScopes.find(({ scope }) => scope === approval.requestedScope)?.reason;
  return {
    asker,
    action: approval.action,
    facts: [
      ...factsOf(approval),
      {
        label: words.scope,
        value: reason === undefined ? approval.requestedScope : `${approval.requestedScope}: ${reason}`,
      },
      { label: words.behalf, value: words.you },
    ],
    exact: approval.arguments,
    balance,
    expiresAt: approval.expiresAt,
    wordsOfAgent: approval.requestedScope === 'decision.request',
    state,
    decide: isOpen && state.kind !== 'sending' ? (decision) => decide(id, decision) : null,
    receipt: state.kind === 'decided' && <Receipt id={id} />,
  };
}

function stateOf({ id, state, resolvedAt, stopped }: Approval, deciding: ReturnType<typeof useDeciding>): AskState {
  switch (state) {
    case 'pending':
      if (deciding?.status === 'error') {
        const { error, decision } = deciding;
        return { kind: 'failed', decision, reason: error?.message ?? words.notThrough };
      }
      return deciding?.status === 'pending' ? { kind: 'sending', decision: deciding.decision } : { kind: 'open' };
    case 'expired':
      return { kind: 'expired' };
    case 'approved':
    case 'denied': {
      const elsewhere = openHere.has(id) && deciding?.decision !== state;
      return { kind: 'decided', decision: state, by: words.you, at: resolvedAt, elsewhere, stopped: stopped === true };
    }
  }
}

/** Who may decide what was put to another: in a room of two that is the other one. */
function notYours(room: ListedConversation | undefined, asker: string): AskState {
  const [other, ...more] = room?.userMembers ?? [];
  // Alone, the reader is left of the two, and the other took their name along.
  if (room && !other) return { kind: 'not_yours', whose: null, hasLeft: true };
  const whose = other && more.length === 0 ? other.displayName : words.principal(asker);
  return { kind: 'not_yours', whose };
}

/** The arguments, name by name. Of a decision that the agent put into words, these are what it wrote beside them. */
function factsOf({ requestedScope, arguments: args }: Approval): { label: string; value: string }[] {
  const details: unknown = args['details'];
  const written = requestedScope === 'decision.request' && Array.isArray(details) ? details.filter(isDetail) : null;
  const pairs = written ?? Object.entries(args).map(([label, value]) => ({ label, value: textOf(value) }));
  return pairs.slice(0, factsShown).map(({ label, value }) => ({ label, value: brief(value) }));
}

function isDetail(value: unknown): value is { label: string; value: string } {
  const { label, value: text } = (value ?? {}) as Record<string, unknown>;
  return typeof label === 'string' && typeof text === 'string';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function brief(text: string): string {
  return text.length > factCharacters ? `${text.slice(0, factCharacters)}…` : text;
}

function isNotFound(error: Error | null): boolean {
  return error instanceof RequestError && error.status === 404;
}
