import { AtSign, type LucideIcon, Radar, Settings2 } from 'lucide-react';
import { paths } from '../paths';

/** The three areas of the dashboard, by the values that the address has for them. */
export type Tab = 'search' | 'mentions' | 'settings';

export const tabs: readonly { tab: Tab; label: string; icon: LucideIcon }[] = [
  { tab: 'search', label: 'Relevant Posts', icon: Radar },
  { tab: 'mentions', label: 'Brand Mentions', icon: AtSign },
  { tab: 'settings', label: 'Settings', icon: Settings2 },
];

/** Anything that is no tab is the first one. */
export function tabOf(search: URLSearchParams): Tab {
  return tabs.find(({ tab }) => tab === search.get('tab'))?.tab ?? 'search';
}

/** The address of a tab. The filters of every tab stay in it, so that coming back finds them as they were. */
export function tabAddress(tab: Tab, current: URLSearchParams): string {
  const search = new URLSearchParams(current);
  if (tab === 'search') search.delete('tab');
  else search.set('tab', tab);
  return search.size === 0 ? paths.dashboard : `${paths.dashboard}?${search}`;
}

/** Where the address says which section of Settings is meant. */
export const sectionParameter = 'section';
