import type { Approval, ApprovalId, ConversationId } from '@parley/protocol';
import { skipToken, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MutationFilters, QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { RequestError } from './request.ts';

export type Decision = 'approved' | 'denied';

/** A decision as it is made on this page. */
interface Deciding {
  readonly id: ApprovalId;
  readonly decision: Decision;
}

const deciding = ['decide'];

/** What waits for the reader's decision, the oldest deadline first. */
export function usePendingApprovals() {
  return useQuery({
    queryKey: queryKeys.pendingApprovals,
    queryFn: ({ signal }) => readPending(signal),
    select: byDeadline,
  });
}

/** The rooms in which something waits for the reader's decision. */
export function useWaitingRooms(): ReadonlySet<ConversationId> {
  const { data = noRooms } = useQuery({
    queryKey: queryKeys.pendingApprovals,
    queryFn: ({ signal }) => readPending(signal),
    select: roomsOf,
  });
  return data;
}

/** The newest of what the reader was asked, decided or not. */
export function useRecentApprovals() {
  return useQuery({
    queryKey: queryKeys.recentApprovals,
    queryFn: async ({ signal }) => (await call('listApprovals', { query: { limit: 200 }, signal })).items,
  });
}

/** One approval; an error with the status 404 where it was put to somebody else. Nothing is read where none is named. */
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

/** The signed receipt of a decision, read anew whenever somebody looks: it says more once the tool has run. */
export function useReceipt(id: ApprovalId) {
  return useQuery({
    queryKey: queryKeys.receipt(id),
    queryFn: async ({ signal }) => (await call('getReceipt', { params: { approvalId: id }, signal })).item,
    staleTime: 0,
  });
}

/** The reader's coins; null until they are read, and where they are not wanted. */
export function useBalance(isWanted: boolean): number | null {
  const { data } = useQuery({
    queryKey: queryKeys.wallet,
    queryFn: async ({ signal }) => (await call('getWallet', { query: { limit: 1 }, signal })).item.balance,
    enabled: isWanted,
  });
  return data ?? null;
}

/**
 * Decides, one decision on a thing at a time. What was decided before, here or in another place, is no failure: the approval is
 * read again and says so.
 */
export function useDecide(): (id: ApprovalId, decision: Decision) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: deciding,
    // Offline it fails at once and can be pressed again, rather than wait unseen and act much later.
    networkMode: 'always',
    // As long as the page is open it is known what was decided on it.
    gcTime: Infinity,
    mutationFn: async ({ id, decision }: Deciding) => {
      try {
        await call('resolveApproval', { params: { approvalId: id }, body: { decision } });
      } catch (error) {
        if (!(error instanceof RequestError) || !settled.has(error.code)) throw error;
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.approvals }),
  });
  return (id, decision) => {
    if (client.isMutating(decidingOn(id)) === 0) mutate({ id, decision });
  };
}

/** What became of the last decision on an approval that was made on this page. */
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

/** What the lists know of an approval before it is read itself. */
function listed(client: QueryClient, id: ApprovalId | null): Approval | undefined {
  return [queryKeys.pendingApprovals, queryKeys.recentApprovals]
    .flatMap((key) => client.getQueryData<readonly Approval[]>(key) ?? [])
    .find((approval) => approval.id === id);
}
