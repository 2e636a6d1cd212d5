import type { ListedConversation } from '@parley/protocol';

/** The members of a room without the user. */
export type Mentionable = Pick<ListedConversation, 'agentMembers' | 'userMembers'>;

/** A member that the list offers. */
export interface FoundMember {
  readonly id: string;
  readonly kind: 'agent' | 'person';
  readonly handle: string;
  readonly name: string;
  /** The asset id of its picture. */
  readonly picture?: string | undefined;
}

const offeredAtMost = 8;

/** Returns the members whose handle, or a word of whose name, begins with the query; agents first. */
export function foundMembers({ agentMembers, userMembers }: Mentionable, query: string): readonly FoundMember[] {
  const wanted = folded(query);
  const all = [
    ...agentMembers.map(({ agentId: id, handle, name, avatarAssetId: picture }): FoundMember => ({
      id,
      kind: 'agent',
      handle,
      name,
      picture,
    })),
    ...userMembers.map(({ userId: id, handle, displayName: name }): FoundMember => ({
      id,
      kind: 'person',
      handle,
      name,
    })),
  ];
  const isFound = ({ handle, name }: FoundMember) =>
    [handle, ...name.split(/\s+/u)].some((word) => folded(word).startsWith(wanted));
  return all.filter(isFound).slice(0, offeredAtMost);
}

/** Returns a text without case and accents, so that `zoe` finds Zoë. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
