import { z } from 'zod';
import { standingUse } from '../requests/approvals.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
import { standingGrant, standingGrantStates } from '../requests/standing-grants.ts';
import { choiceQuery, pageQuery, textQuery } from './query.ts';
import { human } from './route.ts';

/** Standing grants: what a person let agents do without a question. They are given while approving a call. */
export const standingGrantRoutes = {
  listStandingGrants: human({
    method: 'GET',
    path: '/v1/standing-grants',
    summary: 'Your standing grants, newest first.',
    query: z.object({
      agentId: textQuery('Of this agent only.'),
      state: choiceQuery('state', standingGrantStates, 'In this state only.'),
      ...pageQuery.shape,
    }),
    answer: { status: 200, json: pageOf(standingGrant) },
  }),
  getStandingGrant: human({
    method: 'GET',
    path: '/v1/standing-grants/{grantId}',
    summary: 'One standing grant, with what is left of it.',
    answer: { status: 200, json: itemOf(standingGrant) },
    refusals: ['grant_not_found'],
  }),
  deleteStandingGrant: human({
    method: 'DELETE',
    path: '/v1/standing-grants/{grantId}',
    summary: 'Take back a standing grant; it takes effect at once.',
    doc: 'A covered call that has not run yet is denied with `grant_ended`. Repeating the call is 204.',
    answer: { status: 204 },
    refusals: ['grant_not_found'],
  }),
  listStandingUses: human({
    method: 'GET',
    path: '/v1/standing-grants/{grantId}/uses',
    summary: 'The calls that a standing grant covered, newest first, each with its signed receipt.',
    doc:
      '`outcome` is null until the tool ran. A use that did nothing is given back and stays listed. The first use is the call that ' +
      'you approved; its receipt is that of the approval.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(standingUse) },
    refusals: ['grant_not_found'],
  }),
} as const;
