import { cloneElement, lazy, Suspense, useMemo, useState } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { Part } from './part.tsx';

/** The props that the button needs before the menu is loaded. */
interface TriggerProps {
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
  readonly 'aria-busy'?: boolean | undefined;
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
}

export interface LazyMenuProps<Props extends object> {
  readonly trigger: ReactElement<TriggerProps>;
  /** Loads the menu with its button; the menu opens as soon as it is loaded. */
  readonly load: () => Promise<ComponentType<Props & { readonly trigger: ReactElement }>>;
  readonly menu: Props;
}

/** A menu with code that loads when the user is about to open it; until then only its button is shown. */
export function LazyMenu<Props extends object>({ trigger, load, menu }: LazyMenuProps<Props>) {
  const [isOpen, setOpen] = useState(false);
  const Loaded = useMemo(() => lazy(async () => ({ default: await load() })), [load]);
  // A failure is shown when the menu is opened; the browser then loads it again.
  const prepare = () => void load().catch(() => undefined);
  const closed = (isBusy: boolean) =>
    cloneElement(trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      'aria-busy': isBusy || undefined,
      onClick: () => setOpen(true),
      onPointerEnter: prepare,
      onFocus: prepare,
    });
  if (!isOpen) return closed(false);
  return (
    <Part onFail={() => setOpen(false)}>
      <Suspense fallback={closed(true)}>
        <Loaded {...menu} trigger={trigger} />
      </Suspense>
    </Part>
  );
}
