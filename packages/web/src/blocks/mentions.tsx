import { mentionsIn } from '@parley/protocol';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import styles from './mentions.module.css';

/** A member of a room that a text can mention. */
export interface Mentioned {
  readonly kind: 'mine' | 'agent' | 'person';
  readonly name: string;
}

/** The members of the room by their handles, in lower case; empty outside of a room. */
export const MentionsContext = createContext<ReadonlyMap<string, Mentioned>>(new Map());

/** Shows text with the mentions of members of the room marked; that of the user stands out. */
export function WithMentions({ text }: { readonly text: string }) {
  const members = use(MentionsContext);
  if (members.size === 0) return <>{text}</>;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { handle, text: whole, index } of mentionsIn(text)) {
    const member = members.get(handle);
    if (!member) continue;
    parts.push(text.slice(end, index));
    parts.push(
      <bdi key={index} className={styles.mention} data-kind={member.kind} title={member.name}>
        {whole}
      </bdi>,
    );
    end = index + whole.length;
  }
  parts.push(text.slice(end));
  return <>{parts}</>;
}
