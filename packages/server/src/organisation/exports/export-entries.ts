import { Readable } from 'node:stream';
import { isId, type ApprovalReceipt, type UserId } from '@parley/protocol';
import { findAgentsOfOwner } from '../../accounts/agents/queries.ts';
import { presentAgent } from '../../accounts/agents/present.ts';
import { listAssetsOfOwnerAfter } from '../../accounts/assets/queries.ts';
import type { AssetStore } from '../../accounts/assets/store.ts';
import { findAccount } from '../../accounts/users/account-queries.ts';
import { listBlocked } from '../../accounts/users/block-queries.ts';
import { presentBlocked, presentUser } from '../../accounts/users/present.ts';
import { findUsers } from '../../accounts/users/queries.ts';
import { findEntries } from '../../actions/tools/coins/queries.ts';
import { presentEntry } from '../../actions/tools/coins/present.ts';
import { readReceipt } from '../../actions/tools/receipts/read-receipt.ts';
import { presentApproval } from '../../chat/approvals/present.ts';
import { listApprovals } from '../../chat/approvals/queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { listConversationIdsAfter } from '../../chat/conversations/own-queries.ts';
import { presentConversations } from '../../chat/conversations/present.ts';
import { findAsMember } from '../../chat/conversations/queries.ts';
import { messagePages, ReaderLeft } from '../../chat/messages/read/message-pages.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import { listPasskeys } from '../passkeys/passkey-queries.ts';
import { presentPasskey } from '../passkeys/present.ts';
import { readmeOfExport } from './readme.ts';
import type { ZipEntry } from './write-zip.ts';

export type EntriesApp = Pick<App, 'storage' | 'clock' | 'engine' | 'secrets'>;

const pageSize = 200;

/** Returns the files of an export: what a person can read of theirs, page by page. Names are ids, so that none can leave the zip. */
export async function* exportEntries(
  app: EntriesApp,
  store: Pick<AssetStore, 'get'>,
  userId: UserId,
): AsyncGenerator<ZipEntry> {
  yield text('README.txt', [readmeOfExport]);
  yield text('person.json', personJson(app, userId));
  for await (const conversationId of conversationIds(app, userId))
    yield text(`conversations/${conversationId}.ndjson`, messageLines(app, userId, conversationId));
  for await (const { asset_id: assetId, size_bytes: size } of assetsOf(app, userId)) {
    // It may have been deleted since it was listed.
    const bytes = await store.get(assetId, { first: 0, last: size - 1 }).catch(() => null);
    if (bytes !== null) yield { name: `assets/${assetId}`, bytes, isPacked: true };
  }
  yield text('approvals.ndjson', approvalLines(app, userId));
  yield text('wallet.ndjson', walletLines(app, userId));
  yield text('agents.json', agentsJson(app, userId));
}

function text(name: string, parts: Iterable<string> | AsyncIterable<string>): ZipEntry {
  return { name, bytes: Readable.from(parts, { objectMode: false }) };
}

const line = (item: unknown) => `${JSON.stringify(item)}\n`;

/** Yields rows of pages until one is not full. `read` gets the last row before. */
async function* paged<Row>(read: (last: Row | null) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let last: Row | null = null; ;) {
    const rows: readonly Row[] = await read(last);
    yield* rows;
    last = rows.at(-1) ?? null;
    if (last === null) return;
  }
}

const conversationIds = ({ storage }: EntriesApp, userId: UserId) =>
  paged<Awaited<ReturnType<typeof listConversationIdsAfter>>[number]>((last) =>
    listConversationIdsAfter(storage.db, userId, last ?? '', pageSize),
  );

const assetsOf = ({ storage }: EntriesApp, userId: UserId) =>
  paged<Awaited<ReturnType<typeof listAssetsOfOwnerAfter>>[number]>((last) =>
    listAssetsOfOwnerAfter(storage.db, userId, last?.asset_id ?? '', pageSize),
  );

async function* personJson(app: EntriesApp, userId: UserId): AsyncGenerator<string> {
  const { db } = app.storage;
  const [user] = await findUsers(db, [userId]);
  if (user === undefined) throw new Error('The person of an export is gone.');
  const passkeys = (await listPasskeys(db, userId)).map(presentPasskey);
  yield `{"user":${JSON.stringify(presentUser(user, await findAccount(db, userId)))},`;
  yield `"passkeys":${JSON.stringify(passkeys)},"blockedPeople":[`;
  let separator = '';
  const blocked = paged<Awaited<ReturnType<typeof listBlocked>>[number]>((last) =>
    listBlocked(db, { userId, below: last && [last.blocked_at.toISOString(), last.user_id], limit: pageSize }),
  );
  for await (const row of blocked) {
    yield separator + JSON.stringify(presentBlocked(row));
    separator = ',';
  }
  yield '],"conversations":[';
  separator = '';
  for await (const id of conversationIds(app, userId)) {
    const row = await findAsMember(db, id, userId);
    if (row === null) continue;
    const [item] = await presentConversations(db, [row], userId);
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield ']}\n';
}

async function* messageLines(app: EntriesApp, userId: UserId, conversationId: string): AsyncGenerator<string> {
  const row = isId('conversation', conversationId) ? await findAsMember(app.storage.db, conversationId, userId) : null;
  if (row === null) return;
  const lastMessage = { seq: row.last_seq };
  try {
    for await (const messages of messagePages(app, userId, { conversationId: row.conversation_id, lastMessage }))
      for (const message of messages) yield line(message);
  } catch (error) {
    // From then on they may read no more of it.
    if (!(error instanceof ReaderLeft)) throw error;
  }
}

async function* approvalLines(app: EntriesApp, userId: UserId): AsyncGenerator<string> {
  for (let below: string | null = null; ;) {
    const { rows } = await listApprovals(app.storage.db, { userId, state: null, below, limit: pageSize });
    for (const row of rows)
      yield line({ ...presentApproval(row, false), receipt: await receiptOf(app, userId, row.approval_id) });
    below = rows.at(-1)?.approval_id ?? null;
    if (below === null) return;
  }
}

/** The receipt of a decision; null where there is none. */
async function receiptOf(app: EntriesApp, userId: UserId, approvalId: string): Promise<ApprovalReceipt | null> {
  try {
    return await readReceipt(app, userId, approvalId);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

async function* walletLines({ storage }: EntriesApp, userId: UserId): AsyncGenerator<string> {
  const rows = paged<Awaited<ReturnType<typeof findEntries>>[number]>((last) =>
    findEntries(storage.db, { userId, below: last?.entry_id ?? null, limit: pageSize }),
  );
  for await (const row of rows) yield line(presentEntry(row));
}

async function* agentsJson({ storage }: EntriesApp, userId: UserId): AsyncGenerator<string> {
  yield '{"items":[';
  let separator = '';
  const rows = paged<Awaited<ReturnType<typeof findAgentsOfOwner>>[number]>((last) =>
    findAgentsOfOwner(storage.db, { ownerUserId: userId, below: last?.agent_id ?? null, limit: pageSize }),
  );
  for await (const row of rows) {
    yield separator + JSON.stringify(presentAgent(row, userId));
    separator = ',\n';
  }
  yield ']}\n';
}
