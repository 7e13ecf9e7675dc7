import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The parts of Settings, as links name them: /dashboard?tab=settings#scanner. */
type SectionName =
  | 'subscription'
  | 'keywords'
  | 'searches'
  | 'communities'
  | 'suggestions'
  | 'scanner'
  | 'notifications'
  | 'company'
  | 'brand-terms'
  | 'filtering'
  | 'account'
  | 'theme'
  | 'shortcuts';

/** A part of Settings that a link can lead to. */
export function SettingsSection({ name, className = '', children }: { name: SectionName; className?: string; children: ReactNode }) {
  return (
    <div
      id={name}
      tabIndex={-1}
      className={`scroll-mt-5 rounded-card outline-none focus-visible:[box-shadow:var(--focus-ring)] ${className}`}
    >
      {children}
    </div>
  );
}

/** Scrolls to and focuses the section that the address names, each time a link names it. */
export function useSectionInAddress(): RefObject<HTMLDivElement | null> {
  const cards = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  const followed = useRef('');
  useEffect(() => {
    if (followed.current === key) return;
    followed.current = key;
    const name = hash.slice(1);
    const section =
      name === ''
        ? undefined
        : [...(cards.current?.querySelectorAll<HTMLElement>('[id][tabindex="-1"]') ?? [])].find(({ id }) => id === name);
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: 'start' });
  }, [hash, key]);
  return cards;
}
