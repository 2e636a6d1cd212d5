import type { AgentId, Credential, Manifest, RouteJson, Routes } from '@parley/protocol';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** A newly registered agent, with its credential. The secret is shown only once. */
export type RegisteredAgent = RouteJson<Routes['registerAgent']>;

/** A manifest before defaults are filled in. */
export type ManifestDraft = Partial<Manifest> &
  Pick<Manifest, 'version' | 'handle' | 'name' | 'description' | 'transport'>;

/** Returns the user's own agents. */
export function useOwnAgents() {
  return useQuery({
    queryKey: queryKeys.ownAgents,
    queryFn: async ({ signal }) => (await call('listAgents', { query: { limit: 200 }, signal })).items,
  });
}

/** Returns the agents that the user may seat, filtered by words or beginnings of words. */
export function useDirectory(query: string) {
  return useQuery({
    queryKey: queryKeys.directory(query),
    queryFn: async ({ signal }) => (await call('searchDirectory', { query: { q: query }, signal })).items,
    placeholderData: keepPreviousData,
  });
}

/** Returns one agent; reads nothing if the id is null. */
export function useAgent(id: AgentId | null) {
  return useQuery({
    queryKey: queryKeys.agent(id),
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => (await call('getAgent', { params: { agentId: id }, signal })).item,
  });
}

export function useRegisterAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (manifest: ManifestDraft) => call('registerAgent', { body: { manifest } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.agents }),
  });
}

/** Replaces an agent's manifest. */
export function useReplaceManifest(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (manifest: ManifestDraft) => call('replaceManifest', { params: { agentId: id }, body: { manifest } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.agents }),
  });
}

/** Pauses or resumes an agent. */
export function useSwitchAgent(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (to: 'pause' | 'resume') =>
      call(to === 'pause' ? 'pauseAgent' : 'resumeAgent', { params: { agentId: id } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.agents }),
        client.invalidateQueries({ queryKey: ['deliveries', id] }),
      ]),
  });
}

export function useDeleteAgent(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('deleteAgent', { params: { agentId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownAgents }),
  });
}

export function useCredentials(id: AgentId) {
  return useQuery({
    queryKey: queryKeys.credentials(id),
    queryFn: async ({ signal }) => (await call('listCredentials', { params: { agentId: id }, signal })).items,
  });
}

export function useIssueCredential(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('issueCredential', { params: { agentId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.credentials(id) }),
  });
}

export function useRevokeCredential(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentialId: Credential['credentialId']) =>
      call('revokeCredential', { params: { agentId: id, credentialId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.credentials(id) }),
  });
}
