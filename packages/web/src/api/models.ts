import type { Agent, AgentId, ConversationId, RouteCall } from '@parley/protocol';
import { useInfiniteQuery, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from './call.ts';
import { newKey } from './new-key.ts';
import { queryKeys } from './query-keys.ts';
import { RequestError } from './request.ts';

export type AddModel = NonNullable<RouteCall<'addModel'>['body']>;
export type ChangeModel = NonNullable<RouteCall<'changeAgentModel'>['body']>;

/** Returns the models that the operator offers, and the tools that a model may be given. */
export function useModelChoices() {
  return useQuery({
    queryKey: queryKeys.modelChoices,
    queryFn: async ({ signal }) => {
      const [offers, tools] = await Promise.all([
        call('listModelOffers', { signal }),
        call('listModelTools', { signal }),
      ]);
      return { offers: offers.items, tools: tools.items };
    },
  });
}

/** Asks an address which models there are. */
export function useListModels() {
  return useMutation({
    mutationKey: listing,
    mutationFn: (body: { readonly url: string; readonly key?: string }) => call('listModels', { body }),
  });
}

const listing = ['listModels'];

/** Returns whether an address is being asked for its models, so that the answer will fill in a form. */
export const useIsListing = (): boolean => useIsMutating({ mutationKey: listing }) > 0;

/** Adds a model, opens a room with it, and grants it what it was given. Resolves to the room. */
export function useAddModel() {
  const client = useQueryClient();
  // A second try after the model was added continues with it.
  const added = useRef<Agent | null>(null);
  return useMutation({
    mutationFn: async (body: AddModel): Promise<ConversationId> => {
      const agent = (added.current ??= (await call('addModel', { body })).item);
      const { item } = await call('openConversation', {
        body: { agentIds: [agent.agentId], userIds: [] },
        idempotencyKey: newKey(),
      });
      await call('grantScopes', { params: { agentId: agent.agentId }, body: { scopes: scopesOf(agent) } });
      return item.conversationId;
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.agents }),
        client.invalidateQueries({ queryKey: queryKeys.conversations }),
      ]),
  });
}

const scopesOf = ({ requestedScopes }: Agent) => requestedScopes.map(({ scope }) => scope);

/** Returns the model behind an agent; null if it has none. While it starts, reads again. */
export function useAgentModel(id: AgentId) {
  return useQuery({
    queryKey: queryKeys.agentModel(id),
    queryFn: async ({ signal }) => {
      try {
        return (await call('getAgentModel', { params: { agentId: id }, signal })).item;
      } catch (error) {
        if (error instanceof RequestError && error.code === 'model_not_found') return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'running' ? startingMs : false),
  });
}

const startingMs = 3000;

/** Changes the model behind an agent. */
export function useChangeModel(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeModel) => call('changeAgentModel', { params: { agentId: id }, body }),
    onSuccess: ({ item }) => {
      client.setQueryData(queryKeys.agentModel(id), item);
      return client.invalidateQueries({ queryKey: queryKeys.agents });
    },
  });
}

/** Takes the model from an agent. */
export function useRemoveModel(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('removeAgentModel', { params: { agentId: id } }),
    onSuccess: () => client.setQueryData(queryKeys.agentModel(id), null),
  });
}

/** Returns tokens and cost of the newest days. */
export function useModelDays(id: AgentId) {
  return useQuery({
    queryKey: queryKeys.modelDays(id),
    queryFn: async ({ signal }) =>
      (await call('listModelDays', { params: { agentId: id }, query: { limit: shownDays }, signal })).items,
  });
}

const shownDays = 14;

/** Returns tokens and cost of each answer, page by page, newest first. */
export function useModelAnswers(id: AgentId) {
  return useInfiniteQuery({
    queryKey: queryKeys.modelAnswers(id),
    queryFn: ({ pageParam, signal }) =>
      call('listModelAnswers', {
        params: { agentId: id },
        query: { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
