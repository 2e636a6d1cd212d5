import type { ListedConversation } from '@parley/protocol';
import { useMemo } from 'react';
import { useMe } from '../../api/session.ts';
import type { Mentioned } from '../../blocks/mentions.tsx';

/** Returns the members of a room by their handles. Where an agent and a person share one, a mention means both, and the person is shown. */
export function useMentioned({ agentMembers, userMembers }: ListedConversation): ReadonlyMap<string, Mentioned> {
  const { handle: own, displayName } = useMe();
  return useMemo(
    () =>
      new Map<string, Mentioned>([
        ...agentMembers.map(({ handle, name }) => [handle, { kind: 'agent', name }] as const),
        ...userMembers.map(({ handle, displayName: name }) => [handle, { kind: 'person', name }] as const),
        [own, { kind: 'mine', name: displayName }],
      ]),
    [agentMembers, userMembers, own, displayName],
  );
}
