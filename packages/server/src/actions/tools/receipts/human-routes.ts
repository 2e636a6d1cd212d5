import { routes } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import { humanRoute, type HumanRoute } from '../../../platform/routing/route.ts';
import { readReceipt } from './read-receipt.ts';

/** Routes of receipts: signed proof of a person's decision. */
export function receiptRoutes(app: App): HumanRoute[] {
  return [
    humanRoute(routes.getReceipt, async ({ caller, params }) => ({
      item: await readReceipt(app, caller.userId, params.approvalId),
    })),
  ];
}
