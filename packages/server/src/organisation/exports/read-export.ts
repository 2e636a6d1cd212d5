import { isId, type UserId } from '@parley/protocol';
import { findAccount } from '../../accounts/users/account-queries.ts';
import type { AssetStore } from '../../accounts/assets/store.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { BytesAnswer } from '../../platform/routing/route.ts';
import { exportMs, releasedAt } from './export.ts';
import { findExport, type ExportRow } from './export-queries.ts';

/**
 * Returns an export for its person, or for the administrator who asked for it. Refuses everybody else with `export_not_found`, and
 * that administrator with `admin_required` once they are none.
 */
export async function requireExport(
  { storage, clock }: Pick<Core, 'storage' | 'clock'>,
  caller: UserId,
  id: string,
): Promise<ExportRow> {
  const since = new Date(clock.now() - exportMs);
  const row = isId('export', id) ? await findExport(storage.db, id, since) : null;
  if (row === null || (row.user_id !== caller && row.asked_by !== caller)) return refuse('export_not_found');
  if (row.user_id !== caller) {
    const { role, disabled_at } = await findAccount(storage.db, caller);
    if (role !== 'admin' || disabled_at !== null) refuse('admin_required');
  }
  return row;
}

/** Answers with the file of an export. Who downloaded it is in the audit log. */
export async function downloadExport(
  app: Pick<Core, 'storage' | 'clock' | 'commit'>,
  store: Pick<AssetStore, 'get'>,
  caller: UserId,
  id: string,
): Promise<BytesAnswer> {
  const row = await requireExport(app, caller, id);
  const { export_id: exportId, state, size_bytes: size } = row;
  if (releasedAt(row, caller).getTime() > app.clock.now()) refuse('export_not_released');
  if (state === 'running') refuse('export_running');
  if (state === 'failed' || size === null) return refuse('export_not_found');
  const bytes = await store.get(exportId, { first: 0, last: size - 1 });
  try {
    await app.commit(({ audit }) => audit('export.downloaded', { exportId, memberId: row.user_id }));
  } catch (error) {
    bytes.destroy();
    throw error;
  }
  return {
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${exportId}.zip"`,
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
    bytes,
  };
}
