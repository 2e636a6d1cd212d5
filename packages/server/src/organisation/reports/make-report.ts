import { isId, newId, type Message, type ReadBlock, type ReportBody, type UserId } from '@parley/protocol';
import { findAssets } from '../../accounts/assets/queries.ts';
import { viewAgent } from '../../accounts/permissions/view-agent.ts';
import { findPerson } from '../../accounts/users/people-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { readMessage } from '../../chat/messages/read/read-message.ts';
import { assetsIn } from '../../chat/transcript/asset-mentions.ts';
import { findMessages } from '../../chat/transcript/queries.ts';
import { textsInBlock } from '../../chat/transcript/texts.ts';
import { RateLimited, Refused, refuse } from '../../platform/routing/refusal.ts';
import { lockName } from '../../platform/storage/lock-name.ts';
import { insertReport, nthReportSince, type ReportRow } from './report-queries.ts';

type ReportApp = Pick<App, 'storage' | 'commit' | 'clock' | 'engine'>;
type Found = Pick<ReportRow, 'target_type' | 'target_id' | 'evidence_text' | 'evidence_author' | 'evidence_at'>;

const perDay = 20;
const dayMs = 86_400_000;
/** A report keeps so much of a message. */
const evidenceCharacters = 4_000;

/**
 * Reports a message, an agent or a person to the administrators. A message is reported with what the reporter reads of
 * it now, so that a later edit hides nothing.
 */
export async function makeReport(app: ReportApp, reporter: UserId, body: ReportBody): Promise<ReportRow> {
  const found = await find(app, reporter, body);
  return app.commit(async ({ tx, audit }) => {
    const now = app.clock.now();
    await lockName(tx, `reports ${reporter}`);
    const oldest = await nthReportSince(tx, reporter, new Date(now - dayMs), perDay);
    if (oldest !== null) throw new RateLimited(Math.ceil((oldest.getTime() + dayMs - now) / 1000));
    const row: ReportRow = {
      ...found,
      report_id: newId('report', now),
      reporter,
      reason: body.reason,
      created_at: new Date(now),
      state: 'open',
      closed_at: null,
      closed_by: null,
      note: null,
    };
    await insertReport(tx, row);
    await audit('report.made', { reportId: row.report_id });
    return row;
  });
}

const bare = { evidence_text: null, evidence_author: null, evidence_at: null };

/** Finds what is reported. Refuses with its `…_not_found` what the reporter may not read. */
async function find(app: ReportApp, reporter: UserId, { messageId, agentId, userId }: ReportBody): Promise<Found> {
  const { db } = app.storage;
  if (agentId !== undefined) {
    const { agent_id } = await viewAgent(db, reporter, agentId);
    return { target_type: 'agent', target_id: agent_id, ...bare };
  }
  if (userId !== undefined) {
    const person = await findPerson(db, userId);
    if (person === null || person.status === 'erased') return refuse('user_not_found');
    return { target_type: 'user', target_id: person.user_id, ...bare };
  }
  const message = await readable(app, reporter, messageId ?? '');
  if (message.deleted) refuse('message_not_found');
  const { author, body, blocks, createdAt } = message;
  const words = [...(body === null ? [] : [body]), ...blocks.flatMap(wordsIn)];
  const text = [...new Set([...words, ...(await filenamesIn(app, blocks))])].join('\n');
  return {
    target_type: 'message',
    target_id: message.messageId,
    evidence_text: [...text].slice(0, evidenceCharacters).join(''),
    evidence_author: author.id,
    evidence_at: new Date(createdAt),
  };
}

/** A text as it was written, with the addresses behind its links; of other blocks what people read. */
function wordsIn(block: ReadBlock): string[] {
  return block.type === 'text' ? [block.text] : textsInBlock(block);
}

async function filenamesIn({ storage: { db }, clock }: ReportApp, blocks: readonly ReadBlock[]): Promise<string[]> {
  const assets = await findAssets(db, assetsIn(blocks), new Date(clock.now()));
  return assets.flatMap(({ filename }) => filename ?? []);
}

async function readable(app: ReportApp, reporter: UserId, messageId: string): Promise<Message> {
  const { rows } = isId('message', messageId) ? await findMessages(app.storage.db, [messageId]) : { rows: [] };
  const conversationId = rows[0]?.conversation_id ?? refuse('message_not_found');
  try {
    return await readMessage(app, reporter, { conversationId, messageId });
  } catch (error) {
    const isElsewhere = error instanceof Refused && error.refusal.code === 'conversation_not_found';
    throw isElsewhere ? new Refused({ code: 'message_not_found' }) : error;
  }
}
