import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link as WouterLink, useLocation } from 'wouter';
import { classNames } from '../ui/class-names.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An address of this app. */
  readonly to: string;
  /** An extra class while the link's page, or a page below it, is open. */
  readonly activeClass?: string | undefined;
  readonly children?: ReactNode;
}

/** A link to an address of this app. */
export function Link({ to, activeClass, className, ...rest }: LinkProps) {
  const [pathname] = useLocation();
  const isHere = pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
  return (
    <WouterLink
      href={to}
      className={classNames(className, isHere && activeClass)}
      aria-current={isHere ? 'page' : undefined}
      {...rest}
    />
  );
}
