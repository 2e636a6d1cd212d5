import { sql, type RawBuilder } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import { isHeld, isHeldPerson } from '../accounts/holds/hold-queries.ts';
import { eraseRule } from '../chat/conversations/retention-queries.ts';
import { hasWrittenIn } from '../chat/transcript/held-queries.ts';
import {
  eraseAgent,
  eraseDeniedRequests,
  lockDeletedAgent,
  noteDeletedAgents,
} from '../accounts/agents/erase-queries.ts';
import type { App } from '../chat/conversations/app.ts';
import { eraseApprovalsOfConversation, eraseOverApprovals } from '../chat/approvals/erase-queries.ts';
import { eraseMentions, releaseAssets } from '../accounts/assets/erase-queries.ts';
import { eraseConversation, lockDeletedConversation } from '../chat/conversations/erase-queries.ts';
import { eraseOldDeliveries } from '../engine/deliveries/erase-queries.ts';
import { endLane } from '../engine/deliveries/end-lane-queries.ts';
import { eraseOverGrants } from '../actions/standing/grant-queries.ts';
import { erasePeopleLinesOf } from '../chat/transcript/people-line-queries.ts';
import { erasePeopleOnlyOf } from '../chat/transcript/people-only-queries.ts';
import type { JanitorJob } from './janitor.ts';
import { eraseSilentOf } from '../chat/conversations/silent-queries.ts';
import { eraseChoicesOfConversation } from '../chat/messages/choices/choice-queries.ts';
import { answersErased } from '../chat/forms/form-answer-queries.ts';
import { eraseReactionsOfConversation } from '../chat/messages/reactions/reaction-queries.ts';
import { eraseDraftsOfConversation } from '../chat/messages/drafts/draft-queries.ts';
import { eraseOldUsage } from '../models/usage-queries.ts';
import type { Tx } from '../platform/storage/storage.ts';
import { eraseMembershipsOf } from '../accounts/permissions/erase-queries.ts';
import { eraseOverTasks, eraseTasksOfConversation } from '../actions/tasks/erase-queries.ts';
import { eraseInvocationsOfConversation, eraseOverInvocations } from '../actions/tools/erase-queries.ts';
import { eraseEditsOf } from '../chat/transcript/edit-queries.ts';
import { eraseMessages } from '../chat/transcript/erase-queries.ts';

type EraseOfConversation = (tx: Tx, conversation: ConversationId, limit: number) => Promise<number>;
type Erasing = Pick<App, 'storage' | 'config'>;

/** Returns the jobs that erase deleted and ended data after its retention time. `docs/retention.md` lists the times. */
export function retentionJobs({ storage, config }: Erasing): JanitorJob[] {
  const deleted = (now: Date) => new Date(now.getTime() - config.retentionOfDeletedMs);
  const logged = (now: Date) => new Date(now.getTime() - config.retentionOfLogMs);
  return [
    {
      name: 'deleted rooms',
      run: (_db, now, limit) => untilEnough(limit, (rest) => eraseOne(storage, deleted(now), now, rest)),
    },
    { name: 'deletions of agents', run: noteDeletedAgents },
    {
      name: 'deleted agents',
      run: (_db, now, limit) => untilEnough(limit, () => eraseOneAgent(storage, deleted(now), now)),
    },
    { name: 'tasks that are over', run: (db, now, limit) => eraseOverTasks(db, deleted(now), limit) },
    { name: 'invocations that are over', run: (db, now, limit) => eraseOverInvocations(db, deleted(now), limit) },
    { name: 'approvals that are over', run: (db, now, limit) => eraseOverApprovals(db, deleted(now), limit) },
    { name: 'standing grants that are over', run: (db, now, limit) => eraseOverGrants(db, deleted(now), limit) },
    { name: 'denied requests', run: (db, now, limit) => eraseDeniedRequests(db, deleted(now), limit) },
    { name: 'records of models', run: (db, now, limit) => eraseOldUsage(db, logged(now), limit) },
    { name: 'delivery log', run: (db, now, limit) => eraseOldDeliveries(db, logged(now), limit) },
  ];
}

/** The data of a conversation. Each folder erases its own. */
const ofConversation: readonly EraseOfConversation[] = [
  eraseDraftsOfConversation,
  (tx, conversation, limit) => eraseMessages(tx, conversation, limit, answersErased),
  eraseChoicesOfConversation,
  eraseSilentOf,
  erasePeopleOnlyOf,
  erasePeopleLinesOf,
  eraseEditsOf,
  eraseReactionsOfConversation,
  eraseApprovalsOfConversation,
  eraseInvocationsOfConversation,
  eraseTasksOfConversation,
  eraseMentions,
];

/** Returns an SQL condition: a hold is on this conversation, or on a person who wrote in it. */
export const isKept = (conversationId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${isHeld(conversationId)} or ${isHeldPerson((userId) => hasWrittenIn(userId, conversationId))})`;

/**
 * Erases at most `limit` rows of a deleted conversation, its own row last. Resolves to the number erased, 0 if no
 * conversation is left.
 */
function eraseOne(storage: App['storage'], before: Date, now: Date, limit: number): Promise<number> {
  return storage.transaction(async (tx) => {
    const conversation = await lockDeletedConversation(tx, before, isKept);
    if (conversation === null) return 0;
    let erased = 0;
    for (const erase of ofConversation) {
      erased += await erase(tx, conversation, limit - erased);
      if (erased >= limit) return erased;
    }
    await endLane(tx, conversation, now);
    await eraseRule(tx, conversation);
    await eraseConversation(tx, conversation);
    return erased + 1;
  });
}

function eraseOneAgent(storage: App['storage'], before: Date, now: Date): Promise<number> {
  return storage.transaction(async (tx) => {
    const agent = await lockDeletedAgent(tx, before);
    if (agent === null) return 0;
    await eraseMembershipsOf(tx, agent.agent_id);
    await eraseAgent(tx, agent.agent_id, now);
    if (agent.avatar_asset_id !== null) await releaseAssets(tx, [agent.avatar_asset_id]);
    return 1;
  });
}

async function untilEnough(limit: number, erase: (rest: number) => Promise<number>): Promise<number> {
  let erased = 0;
  while (erased < limit) {
    const more = await erase(limit - erased);
    if (more === 0) break;
    erased += more;
  }
  return erased;
}
