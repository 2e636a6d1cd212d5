import type { AuditFilter } from '../../api/admin/keys.ts';

/** The filters as they are typed; empty for none. The times are days. */
export type AuditFields = Readonly<Record<keyof AuditFilter, string>>;

export const noFields: AuditFields = { actor: '', action: '', target: '', since: '', until: '' };

/** Returns the filter of these fields. A day begins at midnight of the reader’s time zone. */
export function filterOf({ actor, action, target, since, until }: AuditFields): AuditFilter {
  return {
    ...(actor !== '' && { actor: actor.trim() }),
    ...(action !== '' && { action: action as AuditFilter['action'] }),
    ...(target !== '' && { target: target.trim() }),
    ...(since !== '' && { since: startOf(since) }),
    ...(until !== '' && { until: startOf(until) }),
  };
}

function startOf(day: string): string {
  return new Date(`${day}T00:00`).toISOString();
}
