import type { AgentId, Credential, Manifest, RouteJson, Routes } from '@parley/protocol';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** An agent just registered, with the credential whose secret is shown this once. */
export type RegisteredAgent = RouteJson<Routes['registerAgent']>;

/** The manifest as it is written; defaults may be left out. */
export type ManifestDraft = Partial<Manifest> &
  Pick<Manifest, 'version' | 'handle' | 'name' | 'description' | 'transport'>;

/** The agents that the caller registered. */
export function useOwnAgents() {
  return useQuery({
    queryKey: queryKeys.ownAgents,
    queryFn: async ({ signal }) => (await call('listAgents', { query: { limit: 200 }, signal })).items,
  });
}

/** The agents that the caller may seat, narrowed by whole words or the beginnings of words. */
export function useDirectory(query: string) {
  return useQuery({
    queryKey: queryKeys.directory(query),
    queryFn: async ({ signal }) => (await call('searchDirectory', { query: { q: query }, signal })).items,
    placeholderData: keepPreviousData,
  });
}

/** One agent; nothing is read where there is none. */
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

/** Replaces what an agent says of itself. */
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
