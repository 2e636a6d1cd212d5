import type { ReadBlock } from '@parley/protocol';
import { useBlockActions } from './block-context.ts';
import styles from './choice-blocks.module.css';
import { Aside, Frame } from './frame.tsx';
import { Markdown } from './markdown.tsx';

interface Choice {
  readonly label: string;
  readonly payload: string;
}

export function ButtonsBlock({ block }: { readonly block: ReadBlock<'buttons'> }) {
  return <Choices choices={block.buttons} />;
}

/** A card. Its purchase control only asks the agent to start a charge; the charge itself still needs an approval. */
export function CardBlock({ block }: { readonly block: ReadBlock<'card'> }) {
  return (
    <Frame title={block.title}>
      {block.image_asset_id && (
        <img className={styles.picture} src={`/v1/assets/${block.image_asset_id}`} alt="" loading="lazy" />
      )}
      {block.body && <Markdown text={block.body} />}
      {block.price && <p className={styles.price}>{coins(block.price.amount)}</p>}
      {block.actions && <Choices choices={block.actions} />}
      {block.purchase && (
        <>
          <Choices choices={[{ label: block.purchase.label, payload: `purchase: ${block.title}` }]} />
          <Aside>{block.purchase.reason} You will be asked to approve before any coin moves.</Aside>
        </>
      )}
    </Frame>
  );
}

/** Buttons whose payload goes out as an ordinary message of the reader. */
function Choices({ choices }: { readonly choices: readonly Choice[] }) {
  const { say } = useBlockActions();
  if (choices.length === 0) return null;
  return (
    <div className={styles.choices} role="group" aria-label="Answers to choose from">
      {choices.map(({ label, payload }, index) => (
        <button
          key={index}
          type="button"
          className={styles.choice}
          disabled={say === null}
          title={payload === label ? undefined : `Sends “${payload}”`}
          onClick={() => say?.(payload)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function coins(amount: number): string {
  return amount === 1 ? '1 coin' : `${amount.toLocaleString()} coins`;
}
