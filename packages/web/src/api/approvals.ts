import type { Approval, ApprovalId, ApprovalReceipt, ConversationId, ResolveApprovalBody } from '@parley/protocol';
import { skipToken, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MutationFilters, QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { RequestError } from './request.ts';

export type Decision = 'approved' | 'denied';

/** A decision made on this page. */
interface Deciding {
  readonly id: ApprovalId;
  readonly body: ResolveApprovalBody;
}

const deciding = ['decide'];

/** Returns the pending approvals, the earliest deadline first. */
export function usePendingApprovals() {
  return useQuery({
    queryKey: queryKeys.pendingApprovals,
    queryFn: ({ signal }) => readPending(signal),
    select: byDeadline,
  });
}

/** Returns the rooms with pending approvals. */
export function useWaitingRooms(): ReadonlySet<ConversationId> {
  const { data = noRooms } = useQuery({
    queryKey: queryKeys.pendingApprovals,
    queryFn: ({ signal }) => readPending(signal),
    select: roomsOf,
  });
  return data;
}

/** Returns the newest approvals, pending or decided. */
export function useRecentApprovals() {
  return useQuery({
    queryKey: queryKeys.recentApprovals,
    queryFn: async ({ signal }) => (await call('listApprovals', { query: { limit: 200 }, signal })).items,
  });
}

/** Returns one approval; fails with status 404 if it belongs to another person. Reads nothing if the id is null. */
export function useApproval(id: ApprovalId | null) {
  const client = useQueryClient();
  return useQuery<Approval>({
    queryKey: queryKeys.approval(id),
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => (await call('getApproval', { params: { approvalId: id }, signal })).item,
    placeholderData: () => listed(client, id),
  });
}

/** Returns the signed receipt of a decision. It is never cached as fresh, because it changes once the tool has run. */
export function useReceipt(id: ApprovalId) {
  return useQuery({
    queryKey: queryKeys.receipt(id),
    queryFn: async ({ signal }) => (await call('getReceipt', { params: { approvalId: id }, signal })).item,
    staleTime: 0,
  });
}

/** Returns the receipt of an approval, polling until it has an outcome; null until it is read, and if the id is null. */
export function useOutcome(id: ApprovalId | null): ApprovalReceipt | null {
  const { data } = useQuery({
    queryKey: queryKeys.outcome(id),
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => (await call('getReceipt', { params: { approvalId: id }, signal })).item,
    staleTime: ({ state }) => (state.data && state.data.outcome !== null ? Infinity : 0),
    refetchInterval: ({ state }) =>
      state.data?.outcome === null ? Math.min(longestPauseMs, 500 * 2 ** state.dataUpdateCount) : false,
  });
  return data ?? null;
}

const longestPauseMs = 30_000;

/** Returns the user's coins; null if they cannot be read or `isWanted` is false, undefined while they are read first. */
export function useBalance(isWanted: boolean): number | null | undefined {
  const { data, isLoading } = useQuery({
    queryKey: queryKeys.wallet,
    queryFn: async ({ signal }) => (await call('getWallet', { query: { limit: 1 }, signal })).item.balance,
    enabled: isWanted,
  });
  return data ?? (isLoading ? undefined : null);
}

/**
 * Returns a function that makes a decision; each approval has at most one decision in flight. An approval that was decided
 * earlier or elsewhere is not an error: it is read again and shows the result.
 */
export function useDecide(): (id: ApprovalId, body: ResolveApprovalBody) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: deciding,
    // Offline, the call fails at once, so that the user can press again. A paused call would run much later without notice.
    networkMode: 'always',
    // Keeps the page's own decisions for as long as the page is open.
    gcTime: Infinity,
    mutationFn: async ({ id, body }: Deciding) => {
      try {
        await call('resolveApproval', { params: { approvalId: id }, body });
      } catch (error) {
        if (!(error instanceof RequestError) || !settled.has(error.code)) throw error;
      }
    },
    onSuccess: (_answer, { body }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.approvals }),
        body.standing && client.invalidateQueries({ queryKey: queryKeys.standingGrants }),
      ]),
  });
  return (id, body) => {
    if (client.isMutating(decidingOn(id)) === 0) mutate({ id, body });
  };
}

/** Returns the state of the latest decision on an approval made on this page. */
export function useDeciding(id: ApprovalId | null) {
  return useMutationState({
    filters: decidingOn(id),
    select: ({ state: { status, error, variables } }) => ({ status, error, ...(variables as Deciding) }),
  }).at(-1);
}

const decidingOn = (id: ApprovalId | null): MutationFilters => ({
  mutationKey: deciding,
  predicate: ({ state }) => (state.variables as Deciding | undefined)?.id === id,
});

const settled = new Set(['approval_conflict', 'approval_expired']);
const noRooms: ReadonlySet<ConversationId> = new Set();

async function readPending(signal: AbortSignal): Promise<readonly Approval[]> {
  return (await call('listApprovals', { query: { state: 'pending', limit: 200 }, signal })).items;
}

function byDeadline(approvals: readonly Approval[]): Approval[] {
  return approvals.toSorted((one, other) => Date.parse(one.expiresAt) - Date.parse(other.expiresAt));
}

function roomsOf(approvals: readonly Approval[]): ReadonlySet<ConversationId> {
  return new Set(approvals.map(({ conversationId }) => conversationId));
}

/** Returns the approval from the cached lists, until it is read itself. */
function listed(client: QueryClient, id: ApprovalId | null): Approval | undefined {
  return [queryKeys.pendingApprovals, queryKeys.recentApprovals]
    .flatMap((key) => client.getQueryData<readonly Approval[]>(key) ?? [])
    .find((approval) => approval.id === id);
}
