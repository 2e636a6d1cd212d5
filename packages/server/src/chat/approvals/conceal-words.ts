import { platformLine, type ApprovalId, type ReadBlock, type UserId } from '@parley/protocol';
import type { MessageRow } from '../conversations/message-row.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { findUsers } from '../../accounts/users/queries.ts';
import { quoted } from '../transcript/quoted.ts';
import { findDeciders } from './queries.ts';

/** Replaces approval requests that are another person's by a line with that person's name. */
export type ConcealWords = (blocks: ReadBlock[]) => ReadBlock[];

/** Loads who decides on the approval requests in these messages, so that only that person reads their text. */
export async function openConcealer(
  db: Db | Tx,
  viewer: UserId,
  rows: readonly Pick<MessageRow, 'blocks'>[],
): Promise<ConcealWords> {
  const asked = rows.flatMap(({ blocks }) => blocks.flatMap((block) => approvalOf(block) ?? []));
  const deciders = await findDeciders(db, asked);
  const others = [...new Set(deciders.values())].filter((userId) => userId !== viewer);
  const people = others.length === 0 ? [] : await findUsers(db, others);
  const names = new Map(people.map((person) => [person.user_id, person.display_name]));
  return (blocks) =>
    blocks.map((block) => {
      if (block.type !== 'approval_request') return block;
      const decider = approvalOf(block) === null ? undefined : deciders.get(approvalOf(block) as ApprovalId);
      return decider === viewer ? block : concealed(block, names.get(decider as UserId));
    });
}

function approvalOf(block: { readonly type: string; readonly approval_id?: unknown }): ApprovalId | null {
  return block.type === 'approval_request' && typeof block.approval_id === 'string'
    ? (block.approval_id as ApprovalId)
    : null;
}

/** Returns the block that other people read. If the decider is unknown, the viewer is not the decider. */
function concealed({ approval_id }: ReadBlock<'approval_request'>, name: string | undefined): ReadBlock {
  // The sentence must stay true after the decision, because clients do not read this message again then.
  const prompt =
    name === undefined ? platformLine('anothersToDecide', {}) : platformLine('othersToDecide', { name: quoted(name) });
  return { type: 'approval_request', prompt, ...(approval_id !== undefined && { approval_id }) };
}
