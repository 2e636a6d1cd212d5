import { z } from 'zod';
import { auditActions, type AuditAction } from '../audit-actions.ts';
import { auditHead, auditRow } from '../requests/admin-audit.ts';
import { announcement, changeSettingsBody, serverSetting } from '../requests/admin-settings.ts';
import { adminReport, closeReportBody, report, reportBody } from '../requests/reports.ts';
import { setupBody } from '../requests/admin-setup.ts';
import { backup } from '../requests/admin-backups.ts';
import { invitation, inviteBody, madeInvitation } from '../requests/admin-invitations.ts';
import { adminPerson, changePersonBody, personStatuses } from '../requests/admin-people.ts';
import { itemOf, listOf, pageOf } from '../requests/pages.ts';
import { personRoles, user } from '../requests/people.ts';
import { freshBody, recoverBody, resetLink } from '../requests/account-links.ts';
import { choiceQuery, idQuery, pageQuery, textQuery, timeQuery } from './query.ts';
import { human, open } from './route.ts';

const auditFilter = {
  actor: idQuery('Rows of this person or agent alone.'),
  action: choiceQuery('action', Object.keys(auditActions) as AuditAction[], 'Rows of this action alone.'),
  target: idQuery('Rows that say what was done to this thing alone.'),
  since: timeQuery('since', 'Rows from this time on.'),
  until: timeQuery('until', 'Rows before this time.'),
};

/** What administrators do, and how the first person becomes one. */
export const adminRoutes = {
  setUp: open({
    method: 'POST',
    path: '/v1/setup',
    summary: 'Become the first administrator, by the link that the server prints at its start.',
    doc:
      'With a session, send the token alone: you become an administrator, and the answer is 200. Without one, send `handle`, ' +
      '`displayName` and `password` too: you are signed up and signed in, also where sign-up is closed, and the answer is 201.\n\n' +
      'A link works for 7 days and once, while the server has no active administrator; a later start of a server replaces it. A handle ' +
      'that is taken uses nothing up. The person of the demo is 403 `not_allowed`.',
    body: setupBody,
    tokens: 'refused',
    answer: { status: 201, also: 200, json: itemOf(user) },
    refusals: ['setup_closed', 'handle_taken', 'not_allowed', 'unauthenticated'],
    throttle: 'signIn',
  }),
  recover: open({
    method: 'POST',
    path: '/v1/setup/recover',
    summary: 'Become an administrator again, by the link that `parley-server recover` printed.',
    doc:
      'The person is an active administrator with the new password, and is signed in. All their other sessions, tokens, passkeys and ' +
      'identities end, and all administrators are told. A link works once, for an hour.',
    body: recoverBody,
    tokens: 'refused',
    answer: { status: 200, json: itemOf(user) },
    refusals: ['recovery_invalid'],
    throttle: 'signIn',
  }),
  listPeople: human({
    method: 'GET',
    path: '/v1/admin/people',
    summary: 'The people of the server, the newest first.',
    doc: '`lastSeenAt` is exact to an hour. Nothing here contains a text that people wrote to each other.',
    query: pageQuery.extend({
      q: textQuery('The beginning of the handle, the mail address or a word of the name, in any case.'),
      role: choiceQuery('role', personRoles, 'People with this role alone.'),
      status: choiceQuery('status', personStatuses, 'People in this status alone.'),
    }),
    answer: { status: 200, json: pageOf(adminPerson) },
    admin: 'tokens',
  }),
  getPerson: human({
    method: 'GET',
    path: '/v1/admin/people/{userId}',
    summary: 'One person.',
    answer: { status: 200, json: itemOf(adminPerson) },
    refusals: ['user_not_found'],
    admin: 'tokens',
  }),
  changePerson: human({
    method: 'PATCH',
    path: '/v1/admin/people/{userId}',
    summary: 'Change a person: role, status, name or mail address.',
    doc:
      'All changes are made, or none. `role` and `email` need a fresh session. A token for administration may send `{status: "disabled"}` ' +
      'alone.\n\n' +
      'A disabled person cannot sign in, and all sessions, tokens, streams and pushes end. Their agents are suspended. What is queued ' +
      'for agents on their behalf is withdrawn, and replies to what was sent are refused as after a block. Pending approvals expire, ' +
      'standing grants are revoked, schedules are deleted. Others do not find them by their handle and cannot add them to a ' +
      'conversation. What they said stays. `active` ends the sign-in ban and that suspension; nothing else comes back.\n\n' +
      'The last active administrator can neither be demoted nor disabled: 409 `last_admin`. The person of the demo cannot be made an ' +
      'administrator: 403 `not_allowed`. An address that you set is not verified.',
    body: changePersonBody,
    answer: { status: 200, json: itemOf(adminPerson) },
    refusals: ['user_not_found', 'last_admin', 'not_allowed'],
    admin: 'tokens',
    tokenBody: z.strictObject({ status: z.literal('disabled') }),
    fresh: ['role', 'email'],
  }),
  endSessionsOfPerson: human({
    method: 'DELETE',
    path: '/v1/admin/people/{userId}/sessions',
    summary: 'End all sessions and tokens of a person, with their streams and pushes.',
    doc: 'The credentials of agents that the tokens created are revoked.',
    answer: { status: 204 },
    refusals: ['user_not_found'],
    admin: 'tokens',
  }),
  makeResetLink: human({
    method: 'POST',
    path: '/v1/admin/people/{userId}/password-reset',
    summary: 'Make a link by which a person sets a new password.',
    doc:
      'The link is shown this once, and works once, for 24 hours. The person is told, and by mail if their address is verified. For another ' +
      'active administrator, and for the person of the demo, the call is 403 `not_allowed`.',
    body: freshBody,
    tokens: 'refused',
    answer: { status: 201, json: itemOf(resetLink) },
    refusals: ['user_not_found', 'not_allowed', 'signup_closed'],
    admin: 'session',
    fresh: 'always',
  }),
  invite: human({
    method: 'POST',
    path: '/v1/admin/invitations',
    summary: 'Invite somebody, by a link that is shown this once.',
    doc:
      'The link works once, for `expiresInDays` (1 to 30, default 7), and while you are an active administrator. A `role` needs a fresh ' +
      'session. Where sign-up is closed, the call is 409 `signup_closed`.',
    body: inviteBody,
    tokens: 'refused',
    answer: { status: 201, json: madeInvitation },
    refusals: ['signup_closed'],
    statuses: { signup_closed: 409 },
    admin: 'session',
    fresh: ['role'],
  }),
  listInvitations: human({
    method: 'GET',
    path: '/v1/admin/invitations',
    summary: 'The newest 1,000 invitations, without their links.',
    answer: { status: 200, json: listOf(invitation) },
    admin: 'tokens',
  }),
  revokeInvitation: human({
    method: 'DELETE',
    path: '/v1/admin/invitations/{invitationId}',
    summary: 'Revoke an invitation.',
    doc: 'One that was used stays used.',
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['invitation_not_found'],
    admin: 'session',
  }),
  makeReport: human({
    method: 'POST',
    path: '/v1/reports',
    summary: 'Report a message, an agent or a person to the administrators.',
    doc:
      'Exactly one of `messageId`, `agentId` and `userId`, which you may read now; else it is that thing’s 404. Administrators see your name, ' +
      'the reason, and of a message the text as it is now. At most 20 in 24 hours (429 `rate_limited`).',
    body: reportBody,
    answer: { status: 201, json: itemOf(report) },
    refusals: ['message_not_found', 'agent_not_found', 'user_not_found'],
  }),
  listReports: human({
    method: 'GET',
    path: '/v1/admin/reports',
    summary: 'What people reported: the open reports, then the closed ones, each the newest first, at most 200.',
    doc:
      '`evidence` is what a reported message said, at most 4,000 characters, and never the bytes of an upload. It goes 90 days after the report ' +
      'was closed. Reading it is a row of the audit log.',
    answer: { status: 200, json: listOf(adminReport) },
    admin: 'tokens',
  }),
  closeReport: human({
    method: 'PATCH',
    path: '/v1/admin/reports/{reportId}',
    summary: 'Close a report: it is resolved, or dismissed.',
    body: closeReportBody,
    tokens: 'refused',
    answer: { status: 200, json: itemOf(adminReport) },
    refusals: ['report_not_found', 'report_closed'],
    admin: 'session',
  }),
  listSettings: human({
    method: 'GET',
    path: '/v1/admin/settings',
    summary: 'The settings of the server, and where each value comes from.',
    doc: 'Those with `editable` can be changed. A value that carries a credential is `"set"`.',
    answer: { status: 200, json: listOf(serverSetting) },
    admin: 'tokens',
  }),
  changeSettings: human({
    method: 'PATCH',
    path: '/v1/admin/settings',
    summary: 'Change settings: all that are named, or none.',
    doc:
      'In force on every server within 5 seconds, and kept over restarts. `null` takes a change back. A setting that the environment sets is ' +
      '409 `setting_fixed`. `passwordSignIn: "off"` on a server without another way in is 409 `last_sign_in_method`. Needs a fresh session.',
    body: changeSettingsBody,
    tokens: 'refused',
    answer: { status: 200, json: listOf(serverSetting) },
    refusals: ['setting_fixed', 'last_sign_in_method'],
    admin: 'session',
    fresh: 'always',
  }),
  getAnnouncement: open({
    method: 'GET',
    path: '/v1/announcement',
    summary: 'What the administrators announce to everybody, if anything.',
    answer: { status: 200, json: z.strictObject({ item: announcement.nullable() }) },
  }),
  listAudit: human({
    method: 'GET',
    path: '/v1/admin/audit',
    summary: 'The audit log, the newest row first.',
    doc:
      'One row for each change of authority, written in the transaction that made it: who did what to what, from where, in which ' +
      'request. Rows have ids, scopes and states, never names or texts. `since` is inclusive, `until` exclusive.\n\n' +
      'Rows are chained by `hash`. `parley-server audit verify` finds a row that was changed, removed, inserted or moved.',
    query: pageQuery.extend(auditFilter),
    answer: { status: 200, json: pageOf(auditRow) },
    admin: 'tokens',
  }),
  exportAudit: human({
    method: 'GET',
    path: '/v1/admin/audit/export',
    summary: 'Download the audit log, the oldest row first.',
    doc: 'One row a line (NDJSON), streamed, with the filters of the list.',
    query: z.object(auditFilter),
    answer: { status: 200, media: 'application/x-ndjson' },
    admin: 'tokens',
  }),
  getAuditHead: human({
    method: 'GET',
    path: '/v1/admin/audit/head',
    summary: 'The end of the audit log, signed.',
    doc:
      'Keep it somewhere else: `parley-server audit verify --head FILE` then also finds a log that was cut or written anew. `seq` is 0 and ' +
      '`hash` is 64 zeros for an empty log.',
    answer: { status: 200, json: itemOf(auditHead) },
    admin: 'tokens',
  }),
  makeBackup: human({
    method: 'POST',
    path: '/v1/admin/backups',
    summary: 'Make a backup now.',
    doc:
      'The server writes it into the folder or the bucket of its settings and removes the oldest. One is made at a time, on all servers: ' +
      'while one is running, the answer is that one. No call downloads a backup. Restore it by `parley-server restore`.',
    body: freshBody,
    tokens: 'refused',
    answer: { status: 202, json: itemOf(backup) },
    refusals: ['backup_not_configured'],
    admin: 'session',
    fresh: 'always',
  }),
  listBackups: human({
    method: 'GET',
    path: '/v1/admin/backups',
    summary: 'The newest 200 backups that servers made, the newest first.',
    doc: 'Files that the command `parley-server backup` wrote are not listed.',
    answer: { status: 200, json: listOf(backup) },
    admin: 'tokens',
  }),
} as const;
