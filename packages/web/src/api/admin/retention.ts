import type { Hold } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import type { SetRetention } from '../retention.ts';
import { adminKeys } from './keys.ts';

/** Returns how long the server keeps messages, and what is deleted next. */
export function useRetention() {
  return useQuery({
    queryKey: adminKeys.retention,
    queryFn: async ({ signal }) => (await call('getRetention', { signal })).item,
  });
}

/** Sets how long the server keeps messages. */
export function useSetRetention() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SetRetention) => call('setRetention', { body }),
    onSuccess: ({ item }) => client.setQueryData(adminKeys.retention, item),
  });
}

/** Returns the legal holds, the newest first. */
export function useHolds() {
  return useQuery({
    queryKey: adminKeys.holds,
    queryFn: async ({ signal }) => (await call('listHolds', { signal })).items,
    staleTime: 0,
  });
}

/** A hold to be placed. */
export interface PlaceHold {
  readonly targetId: string;
  readonly reason: string;
  readonly password?: string;
}

/** Places a legal hold, or changes the reason of one. Calls `onPlaced` then, also after the password was asked. */
export function usePlaceHold(onPlaced: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ targetId, ...body }: PlaceHold) => call('placeHold', { params: { targetId }, body }),
    onSuccess: () => {
      onPlaced();
      return client.invalidateQueries({ queryKey: adminKeys.holds });
    },
  });
}

/** Ends a legal hold. */
export function useEndHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ targetId, ...body }: { readonly targetId: Hold['targetId']; readonly password?: string }) =>
      call('endHold', { params: { targetId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: adminKeys.holds }),
  });
}
