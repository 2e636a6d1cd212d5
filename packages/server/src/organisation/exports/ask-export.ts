import { isId, newId, type UserId } from '@parley/protocol';
import { findPerson } from '../../accounts/users/people-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { RateLimited, refuse } from '../../platform/routing/refusal.ts';
import type { Work } from '../../platform/signals/work.ts';
import { tellOf } from '../notices/tell-of.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { insertExport, nthExportSince, type ExportRow } from './export-queries.ts';

type AskApp = Pick<Core, 'commit' | 'clock' | 'config' | 'secrets'>;

const perDay = 10;
const dayMs = 86_400_000;

/** Asks for an export of the caller's data. */
export async function askExport({ commit, clock }: Pick<Core, 'commit' | 'clock'>, userId: UserId): Promise<ExportRow> {
  return commit(async (work) => {
    const now = clock.now();
    await lockUser(work.tx, userId);
    const oldest = await nthExportSince(work.tx, userId, new Date(now - dayMs), perDay);
    if (oldest !== null) throw new RateLimited(Math.ceil((oldest.getTime() + dayMs - now) / 1000));
    const row = await insert(work, userId, null, now);
    await work.audit('export.asked', { exportId: row.export_id });
    return row;
  });
}

/** Asks for an export of a person's data as an administrator. The person gets a notice. */
export async function askExportOf(app: AskApp, by: UserId, id: string): Promise<ExportRow> {
  const userId = isId('user', id) ? id : refuse('user_not_found');
  return app.commit(async (work) => {
    const { tx, audit } = work;
    await lockAsAdmin(tx, by);
    await lockUser(tx, userId);
    const person = await findPerson(tx, userId);
    if (person === null || person.status === 'erasing' || person.status === 'erased') refuse('user_not_found');
    const isOwn = userId === by;
    const row = await insert(work, userId, isOwn ? null : by, app.clock.now());
    await audit('export.asked', { exportId: row.export_id, memberId: userId });
    if (!isOwn) await tellOf(work, app, [userId], { kind: 'export_asked', by });
    return row;
  });
}

async function insert({ tx, signal }: Work, userId: UserId, by: UserId | null, nowMs: number): Promise<ExportRow> {
  const asked = { export_id: newId('export', nowMs), user_id: userId, asked_by: by, created_at: new Date(nowMs) };
  const row = (await insertExport(tx, asked)) ?? refuse('export_running');
  signal([{ to: 'servers', type: 'exportAsked' }]);
  return row;
}
