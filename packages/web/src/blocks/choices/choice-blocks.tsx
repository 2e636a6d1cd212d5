import type { ReadBlock } from '@parley/protocol';
import { useState } from 'react';
import { blockWords as words } from '../../words/blocks.ts';
import { coinsOf } from '../../words/coins.ts';
import { Aside, Frame } from '../frame.tsx';
import { assetAddress } from '../media/asset.ts';
import { Markdown } from '../text/markdown.tsx';
import styles from './choice-blocks.module.css';
import { Choices } from './choices.tsx';

export function ButtonsBlock({ block }: { readonly block: ReadBlock<'buttons'> }) {
  return <Choices block={block} choices={block.buttons} label={words.answers} />;
}

/** Renders a card. Its purchase control only asks the agent to start a charge; the charge itself still needs an approval. */
export function CardBlock({ block }: { readonly block: ReadBlock<'card'> }) {
  const { title, body, image_asset_id: picture, price, actions = [], purchase } = block;
  return (
    <Frame title={title}>
      {picture && <CardPicture key={picture} assetId={picture} />}
      {body && <Markdown text={body} />}
      {price && <p className={styles.price}>{price.amount === 0 ? words.free : coinsOf(price.amount)}</p>}
      {actions.length > 0 && <Choices block={block} choices={actions} label={words.cardActions(title)} />}
      {purchase && (
        <>
          <Choices
            block={block}
            choices={[{ label: purchase.label, payload: `purchase: ${title}` }]}
            label={words.purchase}
            isMain
          />
          <Aside>{purchase.reason}</Aside>
          <Aside>{words.purchaseHint}</Aside>
        </>
      )}
    </Frame>
  );
}

/** Shows the picture of a card; shows nothing if the picture cannot be loaded. */
function CardPicture({ assetId }: { readonly assetId: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  return (
    <img
      className={styles.picture}
      src={assetAddress(assetId)}
      alt=""
      loading="lazy"
      onError={() => setMissing(true)}
    />
  );
}
