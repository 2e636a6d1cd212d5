import { options } from 'preact';
import type { Ref } from 'preact';

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
 * What React does for every element and Preact leaves to browsers. `autoFocus` focuses whenever an element appears, where browsers
 * look at the attribute when a page or a dialog opens; `tabIndex` works in drawings, whose attributes are told apart by case; and
 * what is disabled hears no click, also where a script or an extension makes one.
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

/** The same answer for the same ref, since one that changes is given its element anew. */
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
