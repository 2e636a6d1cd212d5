import { routes } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { humanRoute, type HumanRoute } from '../../routing/route.ts';
import { readReceipt } from './read-receipt.ts';

/** Proof of what a person decided, for whoever has to show it. */
export function receiptRoutes(app: App): HumanRoute[] {
  return [
    humanRoute(routes.getReceipt, async ({ caller, params }) => ({
      item: await readReceipt(app, caller.userId, params.approvalId),
    })),
  ];
}
