import { useEffect } from 'react';

/** Names the page in the tab. index.html already has a title element, and the first one counts. */
export function PageTitle({ children }: { children?: string }) {
  const title = children === undefined ? 'Earshot' : `${children} · Earshot`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
