import { randomBytes } from 'node:crypto';
import { eraseAssets, findAssetsToErase } from '../../accounts/assets/erase-person-queries.ts';
import { eraseRequestsOf } from '../../accounts/agents/erase-person-queries.ts';
import { eraseMembershipsOfPerson } from '../../accounts/permissions/erase-person-queries.ts';
import { findKnownAgents } from '../../accounts/permissions/queries.ts';
import { endErasure, erasePersonRows, replaceProfile } from '../../accounts/users/erasure-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import { eraseBoundsOfGrants } from '../../actions/standing/erase-person-queries.ts';
import { giveBackCoins } from '../../actions/tools/coins/give-back-coins.ts';
import { eraseReasonsOfCoins } from '../../actions/tools/erase-person-queries.ts';
import { eraseArgumentsOfApprovals } from '../../chat/approvals/erase-person-queries.ts';
import { eraseNotificationsOf } from '../../chat/notifications/erase-person-queries.ts';
import { eraseSubscriptionsOf } from '../../chat/pushes/erase-person-queries.ts';
import { eraseListenerNames } from '../../engine/carriers/erase-person-queries.ts';
import { eraseBodies } from '../../engine/deliveries/erase-queries.ts';
import { eraseDeliveriesOf } from '../../engine/deliveries/erase-person-queries.ts';
import { withdrawDeliveries } from '../../engine/deliveries/withdraw-queries.ts';
import { withdrawnSignals } from '../../engine/deliveries/withdrawn-signals.ts';
import { eraseNamesInAnswers } from '../../platform/idempotency/erase-queries.ts';
import { idempotencyWindowMs } from '../../platform/idempotency/idempotency.ts';
import { failExportsOf, findExportsOf } from '../exports/export-queries.ts';
import { endOtherWays } from '../identities/end-other-ways.ts';
import { eraseInvitationsOf } from '../invitations/invitation-queries.ts';
import { eraseLinksOf } from '../links/link-queries.ts';
import { eraseMailsTo } from '../mail/mail-queries.ts';
import { hashAddress } from '../mail/queue-mail.ts';
import { eraseNoticesOf } from '../notices/notice-queries.ts';
import { eraseReportsOf } from '../reports/report-queries.ts';
import { eraseScimRow } from '../scim/scim-queries.ts';
import { batch, batches, batchRows, type Erasing } from './erase-batch.ts';

const deliveriesLooked = 2_000;
const filesAtOnce = 16;

/** Ends the person's exports and removes their bytes. A server that is making one finds that it has failed. */
export async function eraseExports(erasing: Erasing): Promise<void> {
  const { app, userId, exports } = erasing;
  for (const exportId of await findExportsOf(app.storage.db, userId)) await exports.delete(exportId);
  await batch(erasing, ({ tx }) => failExportsOf(tx, userId));
}

/** Removes the person's uploads, bytes first. */
export async function eraseUploads(erasing: Erasing): Promise<void> {
  const { app, userId, assets } = erasing;
  for (;;) {
    const ids = await findAssetsToErase(app.storage.db, userId, filesAtOnce);
    if (ids.length === 0) return;
    await Promise.all(ids.map((assetId) => assets.delete(assetId)));
    await batch(erasing, ({ tx }) => eraseAssets(tx, ids));
  }
}

/** Erases what was sent to agents on behalf of the person. */
export async function eraseDeliveries(erasing: Erasing): Promise<void> {
  const { app, userId, person } = erasing;
  for (const agentId of await batch(erasing, ({ tx }) => findKnownAgents(tx, userId))) {
    const of = { agentId, userId, name: person.displayName };
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      after = await batch(erasing, async ({ tx, signal }) => {
        const { last, waiting } = await eraseDeliveriesOf(tx, of, from, deliveriesLooked);
        signal(withdrawnSignals(await withdrawDeliveries(tx, waiting, new Date(app.clock.now()))));
        await eraseBodies(tx, waiting);
        return last;
      });
    }
  }
}

/** Erases what the person decided and allowed, but for what receipts are made of, and gives their coins back. */
export async function eraseDecisions(erasing: Erasing): Promise<void> {
  const { app, userId } = erasing;
  await batches(erasing, ({ tx }) => eraseArgumentsOfApprovals(tx, userId, batchRows));
  await batches(erasing, ({ tx }) => eraseBoundsOfGrants(tx, userId, batchRows));
  await batch(erasing, ({ tx }) => giveBackCoins(tx, app, userId));
  await batches(erasing, ({ tx }) => eraseReasonsOfCoins(tx, userId, batchRows));
}

/** Erases what is the person's alone. */
export async function eraseOwn(erasing: Erasing): Promise<void> {
  const { app, userId, person } = erasing;
  const { secrets } = app;
  await batches(erasing, ({ tx }) => eraseNotificationsOf(tx, userId, batchRows));
  await batches(erasing, ({ tx }) => eraseMembershipsOfPerson(tx, userId, batchRows));
  await batch(erasing, async ({ tx, audit }) => {
    await eraseSubscriptionsOf(tx, userId);
    await eraseRequestsOf(tx, userId);
    await eraseListenerNames(tx, userId);
    await eraseReportsOf(tx, userId);
    await eraseNoticesOf(tx, userId);
    await endOtherWays({ tx, audit }, userId);
    await eraseScimRow(tx, userId);
    await eraseInvitationsOf(tx, userId, person.email, new Date(app.clock.now()));
    const addresses = [...(await eraseLinksOf(tx, userId)), ...(person.email === null ? [] : [person.email])];
    for (const address of addresses) await eraseMailsTo(tx, hashAddress(secrets, address));
    await erasePersonRows(tx, userId);
  });
}

/** Replaces the profile, which ends the erasure. */
export async function eraseProfile(erasing: Erasing): Promise<void> {
  const { app, userId, person } = erasing;
  const profile = { handle: `deleted-${randomBytes(6).toString('hex')}`, displayName: 'Deleted person' };
  await batch(erasing, async ({ tx, signal, audit }) => {
    const now = new Date(app.clock.now());
    await lockUser(tx, userId);
    await eraseNamesInAnswers(tx, new Date(now.getTime() - idempotencyWindowMs), { userId, ...person }, profile);
    await replaceProfile(tx, userId, profile);
    await endErasure(tx, userId, now);
    await audit('person.erased', { memberId: userId });
    signal([{ to: 'servers', type: 'accessEnded', userId }]);
  });
}
