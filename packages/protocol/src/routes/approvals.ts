import { z } from 'zod';
import {
  agentReceiptAnswer,
  approval,
  approvalReceipt,
  approvalStates,
  resolveApprovalBody,
  resolvedApproval,
} from '../requests/approvals.ts';
import { itemOf, listOf, pageOf } from '../requests/pages.ts';
import { waitingItem } from '../requests/waiting.ts';
import { walletPage } from '../requests/wallet.ts';
import { choiceQuery, pageQuery } from './query.ts';
import { agent, human } from './route.ts';

/** Approvals, decisions on them, and the wallet. */
export const approvalRoutes = {
  listApprovals: human({
    method: 'GET',
    path: '/v1/approvals',
    summary: 'Approvals that agents requested from you, newest first.',
    query: z.object({ state: choiceQuery('state', approvalStates, 'In this state only.'), ...pageQuery.shape }),
    answer: { status: 200, json: pageOf(approval) },
  }),
  listWaiting: human({
    method: 'GET',
    path: '/v1/waiting',
    summary:
      'What waits for you besides approvals: forms, scopes that agents request, and access requests for your agents.',
    doc:
      'The list is sorted by `askedAt`, oldest first, with at most 200 items of each kind.\n\n' +
      '`form`: a form that you were notified of and have not answered. Marking that notification as read removes it.\n\n' +
      '`consent`: the scopes that an agent requests and you have not decided on, with the time `triedAt` of a refused use, or null. It ' +
      'lists agents that share a conversation with you and that you have not blocked. `isFirst` is true if you have never consented to ' +
      'any agent. `PUT …/membership/grants` decides all requested scopes; `PUT …/membership/not-now` puts scopes aside. A refused use ' +
      'sends you `membershipUpdated`, unless you muted the agent or its manifest does not request the scope. If no use was refused, ' +
      '`askedAt` is null and the item is last.\n\n' +
      '`access`: a person’s request for access to an agent of yours.',
    answer: { status: 200, json: listOf(waitingItem) },
  }),
  getApproval: human({
    method: 'GET',
    path: '/v1/approvals/{approvalId}',
    summary: 'One approval, with the exact arguments that it is about.',
    answer: { status: 200, json: itemOf(approval) },
    refusals: ['approval_not_found'],
  }),
  resolveApproval: human({
    method: 'POST',
    path: '/v1/approvals/{approvalId}/resolve',
    summary: 'Approve or deny a pending approval.',
    doc:
      'Repeating the same decision gives the same answer; the opposite decision is 409 `approval_conflict`.\n\n' +
      '`option` is the id of the chosen option: required to approve a decision with options (400 `option_required`), and only then (else ' +
      '400 `option_unknown`). `arguments` replaces the inner arguments of a `decision.request`: equal to the proposed ones except at its ' +
      '`editable` paths, each value of the same JSON type, each changed string of at most 2,000 characters (else 400 ' +
      '`arguments_invalid` with the path). `reason` says why, in 1–500 characters. Repeating the decision with another `option`, ' +
      '`arguments`, `reason` or `standing` is 409 `approval_conflict`.\n\n' +
      'With `standing`, an approval also gives a standing grant, and the answer has `standingGrant`. Pending approvals that the grant ' +
      'covers are approved with it. `until` is at most PARLEY_STANDING_MAX (30 days) away. Refused in this order, after the state: 400 ' +
      '`grant_not_possible`, 400 `grant_path_unknown`, 400 `grant_unbounded` (`coin.charge` without a `total` on `/amount`), 400 ' +
      '`malformed_request` at a bound below this call’s own value or at `until`, 403 `quota_exceeded` (200 active grants).',
    tokens: 'refused',
    body: resolveApprovalBody,
    answer: { status: 200, json: resolvedApproval },
    refusals: [
      'approval_not_found',
      'approval_conflict',
      'approval_expired',
      'option_required',
      'option_unknown',
      'arguments_invalid',
      'grant_not_possible',
      'grant_path_unknown',
      'grant_unbounded',
      'quota_exceeded',
    ],
  }),
  getReceipt: human({
    method: 'GET',
    path: '/v1/approvals/{approvalId}/receipt',
    summary: 'The signed receipt of your decision and of its outcome.',
    doc:
      'A receipt proves a decision to third parties. Before the tool has run, `executedAt` and `outcome` are null; afterwards the ' +
      'receipt has both and a new signature. For a denied approval `outcome` is `denied`. A pending or expired approval has no ' +
      'receipt: 404 `receipt_not_found`.\n\n' +
      '`signature` is base64url of Ed25519 over the canonical JSON (RFC 8785) of the item without `signature`, by one of the keys in ' +
      '/.well-known/parley.json.',
    answer: { status: 200, json: itemOf(approvalReceipt) },
    refusals: ['approval_not_found', 'receipt_not_found'],
  }),
  readReceipt: agent({
    method: 'GET',
    path: '/hooks/v1/approvals/{approvalId}/receipt',
    summary: 'The signed receipt of the decision on a call of yours, and of its outcome.',
    doc:
      '`receipt` is the item that the person reads, with the names that are signed. `approvalId` is the `approval_id` that ' +
      '`POST /hooks/v1/tools/invoke` answered. An approval that is pending, expired, unknown or of another agent is 404 ' +
      '`receipt_not_found`.',
    answer: { status: 200, json: agentReceiptAnswer },
    refusals: ['receipt_not_found'],
    replayProtected: false,
  }),
  getWallet: human({
    method: 'GET',
    path: '/v1/wallet',
    summary: 'Your coins: the balance and a page of its changes, newest first.',
    doc: '`amount` is negative for coins spent. `agentId` and `approvalId` are null for the initial coins.',
    query: pageQuery,
    answer: { status: 200, json: walletPage },
  }),
} as const;
