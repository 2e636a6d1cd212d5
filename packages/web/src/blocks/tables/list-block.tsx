import type { ReadBlock } from '@parley/protocol';
import { Frame } from '../frame.tsx';
import { linkify } from '../linkify.tsx';
import styles from './list-block.module.css';

export function ListBlock({ block }: { readonly block: ReadBlock<'list'> }) {
  return (
    <Frame title={block.title}>
      <ul className={styles.list}>
        {block.items.map((item, index) => (
          <li key={index} dir="auto">
            {linkify(item)}
          </li>
        ))}
      </ul>
    </Frame>
  );
}
