import { z } from 'zod';
import {
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
import { human } from './route.ts';

/** What a person is asked to approve, their answers, and their coins. */
export const approvalRoutes = {
  listApprovals: human({
    method: 'GET',
    path: '/v1/approvals',
    summary: 'What agents asked you to approve, newest first.',
    query: z.object({ state: choiceQuery('state', approvalStates, 'In this state only.'), ...pageQuery.shape }),
    answer: { status: 200, json: pageOf(approval) },
  }),
  listWaiting: human({
    method: 'GET',
    path: '/v1/waiting',
    summary:
      'What waits for you besides approvals: forms, scopes that agents ask for, and people who ask for your agents.',
    doc: 'The oldest first, at most 200 of each kind; a scope that was never needed in vain has no time and comes last.',
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
    summary: 'Approve or deny what an agent asked for. The same decision again changes nothing.',
    tokens: 'refused',
    body: resolveApprovalBody,
    answer: { status: 200, json: resolvedApproval },
    refusals: ['approval_not_found', 'approval_conflict', 'approval_expired'],
  }),
  getReceipt: human({
    method: 'GET',
    path: '/v1/approvals/{approvalId}/receipt',
    summary: 'The signed receipt of your decision, and of what came of it.',
    doc:
      '`signature` is over the canonical JSON (RFC 8785) of the item without it, by one of the keys in /.well-known/parley.json. Once the ' +
      'tool has run, the receipt says so and is signed anew.',
    answer: { status: 200, json: itemOf(approvalReceipt) },
    refusals: ['approval_not_found', 'receipt_not_found'],
  }),
  getWallet: human({
    method: 'GET',
    path: '/v1/wallet',
    summary: 'Your coins: the balance, and a page of what moved it, newest first.',
    query: pageQuery,
    answer: { status: 200, json: walletPage },
  }),
} as const;
