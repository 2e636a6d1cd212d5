import type { Message } from '@parley/protocol';

export interface Choice {
  readonly label: string;
  /** What a press says. */
  readonly payload: string;
}

/** What can be pressed in a message, as the app shows it. */
export function pressable({ blocks }: Pick<Message, 'blocks'>): Choice[] {
  return blocks.flatMap((block): Choice[] => {
    if (block.type === 'buttons') return block.buttons;
    if (block.type !== 'card') return [];
    const { title, actions = [], purchase } = block;
    return [...actions, ...(purchase ? [{ label: purchase.label, payload: `purchase: ${title}` }] : [])];
  });
}
