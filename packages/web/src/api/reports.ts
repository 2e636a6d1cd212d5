import type { ReportTarget } from '@parley/protocol';
import { useMutation } from '@tanstack/react-query';
import { call } from './call.ts';

/** Reports a message, an agent or a person to the administrators. */
export function useReport(type: ReportTarget, id: string) {
  return useMutation({
    mutationFn: (reason: string) => call('makeReport', { body: { [`${type}Id`]: id, reason } }),
  });
}
