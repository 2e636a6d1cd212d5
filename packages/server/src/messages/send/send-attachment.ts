import { routes, type Refusal } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { attachmentBlock } from '../../assets/attachment-block.ts';
import type { StoredAnswer } from '../../routing/stored-answer.ts';
import { Refused } from '../../routing/refusal.ts';
import { humanRoute, type HumanRoute } from '../../routing/route.ts';
import { findAsset } from '../read/read-asset.ts';
import type { SendMessage } from './send.ts';

/** Sends an asset of one's own: a message whose one block the platform builds, on the same road as any other. */
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
