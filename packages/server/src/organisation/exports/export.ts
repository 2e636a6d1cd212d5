import type { DataExport, UserId } from '@parley/protocol';
import type { ExportRow } from './export-queries.ts';

/** How long an export is kept. */
export const exportMs = 7 * 86_400_000;
/** When an administrator can download the export of another person. The person has been told and can object until then. */
const releasedMs = 24 * 3_600_000;

/** Returns when a caller can download an export: at once, or later if an administrator asked for another person's. */
export function releasedAt({ user_id, created_at }: ExportRow, caller: UserId): Date {
  return caller === user_id ? created_at : new Date(created_at.getTime() + releasedMs);
}

/** Presents an export to a caller who may see it. */
export function presentExport(row: ExportRow, caller: UserId, nowMs: number): DataExport {
  const { export_id: exportId, state, created_at: at, size_bytes: sizeBytes } = row;
  const isOpen = state === 'ready' && releasedAt(row, caller).getTime() <= nowMs;
  return {
    exportId,
    state,
    createdAt: at.toISOString(),
    sizeBytes,
    expiresAt: new Date(at.getTime() + exportMs).toISOString(),
    url: isOpen ? `/v1/exports/${exportId}/file` : null,
  };
}
