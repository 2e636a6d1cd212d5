import { options } from 'preact';
import type { Ref } from 'preact';
import './effects-before-input.ts';

type ElementRef = Ref<HTMLElement>;
interface ElementProps {
  autoFocus?: boolean;
  disabled?: boolean;
  onClick?: unknown;
  tabIndex?: number;
  tabindex?: number;
}

const focusing = new WeakMap<object, ElementRef>();
const before = options.vnode;

/**
 * Restores three React behaviours that Preact leaves to the browser. `autoFocus` focuses an element whenever it appears, not only when a
 * page or a dialog opens. `tabIndex` also works in SVG, where attribute names are case-sensitive, and a disabled element ignores clicks,
 * including those from scripts.
 */
options.vnode = (vnode) => {
  before?.(vnode);
  if (typeof vnode.type !== 'string') return;
  const props = vnode.props as ElementProps;
  if (props.autoFocus) vnode.ref = alsoFocusing(vnode.ref) as typeof vnode.ref & object;
  if (props.disabled) delete props.onClick;
  if (props.tabIndex !== undefined) {
    props.tabindex = props.tabIndex;
    delete props.tabIndex;
  }
};

/** Returns the same function for the same ref: a new function would be called with the element again on every render. */
function alsoFocusing(given: ElementRef | null | undefined): ElementRef {
  if (!given) return focus;
  const known = focusing.get(given);
  if (known) return known;
  const both: ElementRef = (element) => {
    focus(element);
    if (typeof given === 'function') return given(element);
    given.current = element;
  };
  focusing.set(given, both);
  return both;
}

const focus = (element: HTMLElement | null) => element?.focus();
