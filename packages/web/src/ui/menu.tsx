import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
  /** Called after the menu has closed and before the focus returns to its button; `preventDefault` keeps the focus from returning. */
  readonly onClose?: (event: Event) => void;
}

/**
 * A menu of actions, open on its first render, because `LazyMenu` loads it on demand. It is not modal: locking the page's scroll needs an
 * inline style that the content security policy refuses.
 */
export function Menu({ trigger, children, align = 'end', side = 'bottom', onClose }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          {...(onClose && { onCloseAutoFocus: onClose })}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({ onSelect, icon, danger = false, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={classNames(styles.item, danger && styles.danger)} onSelect={onSelect}>
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}

/** A link to a page outside the app, in a new tab. */
export function MenuLink({ href, icon, children }: MenuLinkProps) {
  return (
    <DropdownMenu.Item asChild className={styles.item}>
      <a href={href} target="_blank" rel="noreferrer">
        {icon}
        {children}
      </a>
    </DropdownMenu.Item>
  );
}

export interface MenuLinkProps {
  readonly href: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>;
}

export function MenuRule() {
  return <DropdownMenu.Separator className={styles.rule} />;
}

export interface MenuChoiceProps<Value extends string> {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon: ReactNode }[];
  readonly onChange: (value: Value) => void;
}

/** A choice of one option, with a mark on the current one. */
export function MenuChoice<Value extends string>({ value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <DropdownMenu.RadioGroup
      value={value}
      onValueChange={(next) => {
        const found = options.find((option) => option.value === next);
        if (found) onChange(found.value);
      }}
    >
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          className={styles.item}
          onSelect={(event) => event.preventDefault()}
        >
          {option.icon}
          {option.label}
          <DropdownMenu.ItemIndicator className={styles.tick}>✓</DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
