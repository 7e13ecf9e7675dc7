import { useEffect } from 'react';

/** Names the page in the tab, with what is unread in front. index.html already has a title element, and the first one counts. */
export function PageTitle({ children, unread = 0 }: { children?: string; unread?: number }) {
  const name = children === undefined ? 'Earshot' : `${children} · Earshot`;
  const title = unread > 0 ? `(${unread > mostCounted ? `${mostCounted}+` : unread}) ${name}` : name;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

// More would leave no room for the name.
const mostCounted = 99;
