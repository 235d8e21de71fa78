/** A link within the console: an ordinary link for the browser, without loading the page again. */
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { go } from './address.ts';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string };

export function Link({ href, onClick, ...rest }: Props): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (event.defaultPrevented || elsewhere) return;
    event.preventDefault();
    go(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
