import { cloneElement, lazy, Suspense, useMemo, useState } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { Part } from './part.tsx';

/** What the button of a menu that is not there yet takes. */
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
  /** Gives the menu with its button, which opens as soon as it is there. */
  readonly load: () => Promise<ComponentType<Props & { readonly trigger: ReactElement }>>;
  readonly menu: Props;
}

/** A menu whose code comes when somebody is about to open it; until then it is its button alone. */
export function LazyMenu<Props extends object>({ trigger, load, menu }: LazyMenuProps<Props>) {
  const [isOpen, setOpen] = useState(false);
  const Loaded = useMemo(() => lazy(async () => ({ default: await load() })), [load]);
  // A failure shows when the menu is opened; the browser asks again then.
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
