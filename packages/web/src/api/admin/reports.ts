import type { AdminReport, CloseReportBody } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import { adminKeys } from './keys.ts';

/** Returns the open reports, and the newest of the closed ones. */
export function useReports() {
  return useQuery({
    queryKey: adminKeys.reports,
    queryFn: async ({ signal }) => (await call('listReports', { signal })).items,
    staleTime: 0,
  });
}

/** Closes a report. */
export function useCloseReport(reportId: AdminReport['reportId']) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CloseReportBody) => call('closeReport', { params: { reportId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.reports }),
  });
}
