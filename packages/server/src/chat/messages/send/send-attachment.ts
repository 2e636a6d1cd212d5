import { routes, type Refusal } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { attachmentBlock } from '../../../accounts/assets/attachment-block.ts';
import type { StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import { Refused } from '../../../platform/routing/refusal.ts';
import { humanRoute, type HumanRoute } from '../../../platform/routing/route.ts';
import { findAsset } from '../read/read-asset.ts';
import type { SendMessage } from './send.ts';

/** Sends one of the caller's own assets, as a message with one block that the platform builds. */
export function attachmentRoute(app: App, send: (message: SendMessage) => Promise<StoredAnswer | Refusal>): HumanRoute {
  return humanRoute(routes.sendAttachment, async ({ caller, params, body, key, trace }) => {
    const asset = await findAsset(app, body.assetId);
    const { conversationId } = params;
    const content: Pick<SendMessage, 'blocks' | 'refusal'> =
      asset?.owner_id === caller.userId
        ? { blocks: [attachmentBlock(asset, body)] }
        : { refusal: { code: 'asset_not_found', path: '/assetId' } };
    const verdict = await send({ sender: caller, conversationId, text: null, ...content, key, trace });
    if ('code' in verdict) throw new Refused(verdict);
    return verdict;
  });
}
