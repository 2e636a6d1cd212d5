import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Hidden } from '../../../ui/hidden.tsx';
import { mentionWords as words } from '../../../words/mentions.ts';
import { foundMembers, type Mentionable } from './found-members.ts';
import styles from './mention-list.module.css';
import type { MentionField } from './use-mention.ts';

export interface MentionListProps {
  readonly members: Mentionable;
  readonly mention: MentionField;
}

/**
 * Offers the members that what is typed after an `@` may mean. The focus stays in the field: arrows choose, Enter or Tab puts the
 * handle, Escape closes the list.
 */
export function MentionList({ members, mention: { open, field, keys, close, put } }: MentionListProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const query = open?.query ?? '';
  const found = foundMembers(members, query);
  const [chosen, setChosen] = useState({ query, at: 0 });
  // Another query begins with its first member again.
  const at = chosen.query === query ? Math.min(chosen.at, found.length - 1) : 0;
  const choose = (next: number) => setChosen({ query, at: next });
  const optionId = (index: number) => `${id}-${index}`;

  useLayoutEffect(() => {
    keys.current = (key) => {
      const member = found[at];
      if (!member) return false;
      if (key === 'ArrowDown') choose((at + 1) % found.length);
      else if (key === 'ArrowUp') choose((at + found.length - 1) % found.length);
      // Whoever typed the whole handle is done with it: Enter sends.
      else if (key === 'Enter' && member.handle === query.toLowerCase()) return false;
      else if (key === 'Enter' || key === 'Tab') put(member.handle);
      else if (key === 'Escape') close();
      else return false;
      return true;
    };
    return () => {
      keys.current = null;
    };
  });
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || found.length === 0) return;
    element.setAttribute('aria-controls', id);
    element.setAttribute('aria-autocomplete', 'list');
    element.setAttribute('aria-activedescendant', optionId(at));
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const name of ['aria-controls', 'aria-autocomplete', 'aria-activedescendant']) element.removeAttribute(name);
    };
  });

  return (
    <>
      <Hidden>
        <span role="status">{words.count(found.length)}</span>
      </Hidden>
      {found.length > 0 && (
        <ul ref={list} id={id} role="listbox" aria-label={words.list} className={styles.list}>
          {found.map(({ id: memberId, kind, handle, name, picture }, index) => (
            <li
              key={`${kind} ${handle}`}
              id={optionId(index)}
              role="option"
              aria-selected={index === at}
              className={styles.option}
              // The field keeps the focus, and a phone its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => put(handle)}
            >
              <Avatar id={memberId} kind={kind} name={name} size={28} picture={picture} />
              <span className={styles.name}>{name}</span>
              <span className={styles.handle}>{kind === 'agent' ? words.agent(handle) : `@${handle}`}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
