import { z } from 'zod';
import { freshBody } from '../requests/account-links.ts';
import { adminPerson } from '../requests/admin-people.ts';
import { eraseBody } from '../requests/erase.ts';
import { dataExport } from '../requests/exports.ts';
import { itemOf, listOf } from '../requests/pages.ts';
import { idQuery } from './query.ts';
import { human } from './route.ts';

/** What a person has on the server: taking it along, and having it erased. */
export const dataRoutes = {
  askExport: human({
    method: 'POST',
    path: '/v1/exports',
    summary: 'Ask for an export of your data.',
    doc:
      'The server makes a zip file in the background: your profile, the messages that you may read, your files, approvals, coins and agents. ' +
      'While one is being made, another is 409 `export_running`. At most 10 in 24 hours (429 `rate_limited`). An export that cannot be made ' +
      'is `failed`; ask for another.',
    tokens: 'refused',
    answer: { status: 202, json: itemOf(dataExport) },
    refusals: ['export_running'],
  }),
  listExports: human({
    method: 'GET',
    path: '/v1/exports',
    summary: 'The exports of your data, the newest first.',
    doc:
      'Those that administrators asked for are among them. With `userId`, an administrator gets those that they asked for of this person. ' +
      'An export is listed for 7 days.',
    query: z.object({ userId: idQuery('The exports that you asked for of this person.') }),
    tokens: 'refused',
    answer: { status: 200, json: listOf(dataExport) },
  }),
  getExport: human({
    method: 'GET',
    path: '/v1/exports/{exportId}',
    summary: 'One export.',
    doc: 'For its person, and for the administrator who asked for it while they are one (else 403 `admin_required`).',
    tokens: 'refused',
    answer: { status: 200, json: itemOf(dataExport) },
    refusals: ['export_not_found', 'admin_required'],
  }),
  downloadExport: human({
    method: 'GET',
    path: '/v1/exports/{exportId}/file',
    summary: 'Download an export.',
    doc:
      'A zip file with `person.json`, `conversations/<id>.ndjson`, `assets/<assetId>`, `approvals.ndjson`, `wallet.ndjson`, `agents.json` and ' +
      '`README.txt`. While it is being made the call is 409 `export_running`.\n\n' +
      'An administrator who asked for it can download it 24 hours later; before, it is 409 `export_not_released`.',
    tokens: 'refused',
    answer: { status: 200, media: 'application/zip' },
    refusals: ['export_not_found', 'export_running', 'export_not_released', 'admin_required'],
  }),
  exportPerson: human({
    method: 'POST',
    path: '/v1/admin/people/{userId}/export',
    summary: 'Ask for an export of a person’s data.',
    doc:
      'The person is told, and by mail if their address is verified, and can download it as their own. You can download it 24 hours later, ' +
      'while you are an active administrator.',
    body: freshBody,
    tokens: 'refused',
    answer: { status: 202, json: itemOf(dataExport) },
    refusals: ['user_not_found', 'export_running'],
    admin: 'session',
    fresh: 'always',
  }),
  erasePerson: human({
    method: 'POST',
    path: '/v1/admin/people/{userId}/erase',
    summary: 'Erase a person: what they said and owned goes for good.',
    doc:
      '`confirm` is their handle (else 400 at `/confirm`). From the answer on the person can do nothing any more; the server then erases ' +
      'their data in the background, and their `status` goes from `erasing` to `erased`. Nothing stops or undoes it. Again: 202 the same.\n\n' +
      'Their messages become tombstones. Their files, agents, tasks, schedules, grants, tokens, notifications and exports go, and so do the ' +
      'arguments of their approvals. Their coins go back to the issuing account. Their profile says “Deleted person” with a random handle, and ' +
      'nobody gets the old handle again. Receipts and rows of the audit log stay; they hold ids and hashes.\n\n' +
      'The last active administrator is 409 `last_admin`, the person of the demo 403 `not_allowed`.',
    body: eraseBody,
    tokens: 'refused',
    answer: { status: 202, json: itemOf(adminPerson) },
    refusals: ['user_not_found', 'last_admin', 'legal_hold', 'not_allowed'],
    admin: 'session',
    fresh: 'always',
  }),
  eraseSelf: human({
    method: 'POST',
    path: '/v1/session/erase',
    summary: 'Erase yourself: what you said and own goes for good, and you are signed out.',
    doc: '`confirm` is your handle (else 400 at `/confirm`). It does what `POST /v1/admin/people/{userId}/erase` does.',
    body: eraseBody,
    tokens: 'refused',
    answer: { status: 202, json: itemOf(adminPerson) },
    refusals: ['last_admin', 'legal_hold', 'not_allowed'],
    fresh: 'always',
  }),
} as const;
