import type { Approval, StandingGrant, StandingGrantId } from '@parley/protocol';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { readPages } from './read-pages.ts';

/** Standing grants beyond this many are not listed. */
const listedAtMost = 600;

/**
 * Returns the user's standing grants, newest first, ended ones included; reads nothing if `isWanted` is false. No signal tells of a grant
 * that ends by time, so they are read again when the next one does.
 */
export function useStandingGrants(isWanted = true) {
  return useQuery({
    queryKey: queryKeys.standingGrants,
    queryFn: ({ signal }) => readAll(signal),
    enabled: isWanted,
    refetchInterval: ({ state: { data = [] } }) => untilNextEnd(data, Date.now()),
    refetchIntervalInBackground: true,
  });
}

/** Returns the uses of a standing grant, newest first, a page at a time. */
export function useStandingUses(grantId: StandingGrantId) {
  return useInfiniteQuery({
    queryKey: queryKeys.standingUses(grantId),
    queryFn: ({ pageParam, signal }) =>
      call('listStandingUses', {
        params: { grantId },
        query: { limit: 20, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Ends a standing grant at once, for good. */
export function useEndStanding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (grantId: StandingGrantId) => call('deleteStandingGrant', { params: { grantId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.standingGrants }),
  });
}

/** Returns the newest approvals that the user gave; reads nothing if `isWanted` is false. */
export function useApproved(isWanted: boolean): readonly Approval[] {
  const { data = none } = useQuery({
    queryKey: queryKeys.approved,
    queryFn: async ({ signal }) =>
      (await call('listApprovals', { query: { state: 'approved', limit: 100 }, signal })).items,
    enabled: isWanted,
  });
  return data;
}

const none: readonly Approval[] = [];

/** The server decides what has ended, and its clock may be behind. */
const againMs = 30_000;
/** Timers take at most 24 days. */
const timerMaxMs = 86_400_000;

/** Returns the milliseconds until the next active grant ends by time; false without one. */
function untilNextEnd(grants: readonly StandingGrant[], nowMs: number): number | false {
  const ends = grants.filter(({ state }) => state === 'active').map(({ until }) => Date.parse(until));
  if (ends.length === 0) return false;
  const leftMs = Math.min(...ends) - nowMs;
  return leftMs < 0 ? againMs : Math.min(leftMs + 1, timerMaxMs);
}

function readAll(signal: AbortSignal): Promise<readonly StandingGrant[]> {
  return readPages((cursor) => call('listStandingGrants', { query: { limit: 200, cursor }, signal }), listedAtMost);
}
