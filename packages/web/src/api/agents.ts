import type { Agent, AgentId, Credential, IssuedCredential, Item, Manifest } from '@parley/protocol';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

interface Items<Thing> {
  readonly items: readonly Thing[];
}

/** An agent just registered, with the credential whose secret is shown this once. */
export interface RegisteredAgent extends Item<Agent> {
  readonly credential: IssuedCredential;
}

/** The manifest as it is written; defaults may be left out. */
export type ManifestDraft = Partial<Manifest> &
  Pick<Manifest, 'version' | 'handle' | 'name' | 'description' | 'transport'>;

/** The agents that the caller registered. */
export function useOwnAgents() {
  return useQuery({
    queryKey: queryKeys.ownAgents,
    queryFn: async ({ signal }) => (await request<Items<Agent>>('GET', '/v1/agents', { signal })).items,
  });
}

/** The agents that the caller may seat, narrowed by whole words or the beginnings of words. */
export function useDirectory(query: string) {
  return useQuery({
    queryKey: queryKeys.directory(query),
    queryFn: async ({ signal }) => {
      const path = `/v1/agents/directory?q=${encodeURIComponent(query)}`;
      return (await request<Items<Agent>>('GET', path, { signal })).items;
    },
    placeholderData: keepPreviousData,
  });
}

export function useAgent(id: AgentId) {
  return useQuery({
    queryKey: queryKeys.agent(id),
    queryFn: async ({ signal }) => (await request<Item<Agent>>('GET', `/v1/agents/${id}`, { signal })).item,
  });
}

export function useRegisterAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (manifest: ManifestDraft) => request<RegisteredAgent>('POST', '/v1/agents', { body: { manifest } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.agents }),
  });
}

/** Pauses or resumes an agent. */
export function useSwitchAgent(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (to: 'pause' | 'resume') => request<Item<Agent>>('POST', `/v1/agents/${id}/${to}`),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.agents }),
  });
}

export function useDeleteAgent(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<void>('DELETE', `/v1/agents/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownAgents }),
  });
}

export function useCredentials(id: AgentId) {
  return useQuery({
    queryKey: queryKeys.credentials(id),
    queryFn: async ({ signal }) =>
      (await request<Items<Credential>>('GET', `/v1/agents/${id}/credentials`, { signal })).items,
  });
}

export function useIssueCredential(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<{ credential: IssuedCredential }>('POST', `/v1/agents/${id}/credentials`),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.credentials(id) }),
  });
}

export function useRevokeCredential(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentialId: Credential['credentialId']) =>
      request<void>('DELETE', `/v1/agents/${id}/credentials/${credentialId}`),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.credentials(id) }),
  });
}
