import { addressOf, type RouteCall } from '@parley/protocol';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../call.ts';
import { adminKeys, type AuditFilter } from './keys.ts';

/** Returns the rows of the audit log that match a filter, newest first, in pages. */
export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: adminKeys.audit(filter),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('listAudit', { query: { ...filter, cursor: pageParam === '' ? undefined : pageParam }, signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Returns the address of the download of these rows. */
export function auditExportAddress(filter: AuditFilter): string {
  const query: RouteCall<'exportAudit'>['query'] = filter;
  return addressOf('exportAudit', { query }).path;
}
