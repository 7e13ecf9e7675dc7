import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useAddressState } from '../../../lib/address-state';
import { sectionParameter } from '../../frame/tabs';
import { sectionInSight } from './section-in-sight';
import { defaultSection, isJump, type SectionName, sectionOf } from './settings-sections';

/**
 * Where one is in Settings. The address leads to a section or a card, and follows while the page is scrolled, in the same
 * step of the history.
 */
export function useSectionScroll() {
  const { search, change } = useAddressState(defaults);
  const { hash, key, state } = useLocation() as { hash: string; key: string; state: unknown };
  const scroller = useRef<HTMLDivElement>(null);
  const addressed = sectionOf(search, hash);
  const [seen, setSeen] = useState<{ key: string; section: SectionName }>();
  // What was seen while scrolling holds until the address says something else.
  const current = seen?.key === key ? seen.section : addressed;
  const pin = usePinnedTarget(scroller);
  const isByPointer = useRef(false);
  const handled = useRef<string>(undefined);

  const follow = useEffectEvent(() => {
    const isFirst = handled.current === undefined;
    handled.current = key;
    const isAsked = isFirst ? hash !== '' || search.has(sectionParameter) : hash !== '' || isJump(state);
    const target = isAsked ? targetOf(scroller.current, hash, addressed) : undefined;
    if (target === undefined) return;
    pin.to(target);
    if (!isByPointer.current) focusOn(target);
    isByPointer.current = false;
  });
  useEffect(() => {
    if (handled.current !== key) follow();
  }, [key]);

  const keepAddress = useEffectEvent((section: SectionName) => {
    if (section !== sectionOf(search, '') || hash !== '') change({ [sectionParameter]: section }, 'replace', byScroll);
  });
  const look = useEffectEvent(() => {
    const section = pin.isSet() ? undefined : sectionSeen(scroller.current);
    if (section !== undefined && section !== current) setSeen({ key, section });
    return section;
  });
  useEffect(() => {
    const area = scroller.current;
    if (area === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const section = look();
      clearTimeout(timer);
      if (section !== undefined) timer = setTimeout(() => keepAddress(section), restMs);
    };
    area.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      area.removeEventListener('scroll', onScroll);
    };
  }, []);

  return { scroller, search, current, onPointer: (isPointer: boolean) => void (isByPointer.current = isPointer) };
}

const defaults = { [sectionParameter]: defaultSection };
const byScroll = { isByScroll: true };
// Browsers refuse an address that changes too often.
const restMs = 200;

type Area = RefObject<HTMLDivElement | null>;

/** Keeps a place at the top while the cards above it load and grow, until somebody scrolls, types or presses something. */
function usePinnedTarget(scroller: Area) {
  const pinned = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const area = scroller.current;
    const content = area?.firstElementChild;
    if (area === null || content === null || content === undefined) return undefined;
    const align = () => pinned.current?.scrollIntoView({ block: 'start' });
    const growth = new ResizeObserver(align);
    growth.observe(content);
    const release = () => (pinned.current = undefined);
    for (const input of inputs) area.addEventListener(input, release, { passive: true });
    return () => {
      growth.disconnect();
      for (const input of inputs) area.removeEventListener(input, release);
    };
  }, [scroller]);
  return {
    to: (target: HTMLElement) => {
      pinned.current = target;
      target.scrollIntoView({ block: 'start' });
    },
    isSet: () => pinned.current !== undefined,
  };
}

const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

function targetOf(area: HTMLElement | null, hash: string, section: SectionName): HTMLElement | undefined {
  const card = [...(area?.querySelectorAll<HTMLElement>('[id][tabindex="-1"]') ?? [])].find(({ id }) => `#${id}` === hash);
  return hash === '' ? groupsIn(area).find(({ dataset }) => dataset['section'] === section) : card;
}

/** A card takes the focus itself, a section has a heading for it. */
function focusOn(target: HTMLElement): void {
  const place = target.dataset['section'] === undefined ? target : target.querySelector<HTMLElement>('h2');
  place?.focus({ preventScroll: true });
}

function sectionSeen(area: HTMLElement | null): SectionName | undefined {
  if (area === null) return undefined;
  const above = area.getBoundingClientRect().top - area.scrollTop;
  const sections = groupsIn(area).map((group) => ({
    name: group.dataset['section'] as SectionName,
    top: group.getBoundingClientRect().top - above,
  }));
  return sectionInSight(sections, area);
}

function groupsIn(area: HTMLElement | null): HTMLElement[] {
  return [...(area?.querySelectorAll<HTMLElement>('[data-section]') ?? [])];
}
