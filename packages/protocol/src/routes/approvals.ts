import { z } from 'zod';
import { approval, approvalStates, resolveApprovalBody, resolvedApproval } from '../requests/approvals.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
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
  getWallet: human({
    method: 'GET',
    path: '/v1/wallet',
    summary: 'Your coins: the balance, and a page of what moved it, newest first.',
    query: pageQuery,
    answer: { status: 200, json: walletPage },
  }),
} as const;
