import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './tabs.module.css';

export interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs: one Tab stop, arrow keys move between tabs, and the chosen tab shows at once. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId();
  const idOf = (name: Name) => `${id}-${name}`;

  function onKeyDown(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    document.getElementById(idOf(next.name))?.focus();
  }

  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label: words }) => (
          <button
            key={name}
            id={idOf(name)}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(name)}
          >
            {words}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={idOf(chosen)} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}
