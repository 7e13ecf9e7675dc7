import { AtSign, Bell, Building2, CreditCard, Hash, type LucideIcon, UserRound, Users } from 'lucide-react';
import { sectionParameter, tabAddress } from '../../frame/tabs';

/** The sections of Settings, as the address names them: /dashboard?tab=settings&section=alerts. */
export type SectionName = 'subscription' | 'keywords' | 'communities' | 'alerts' | 'brand' | 'company' | 'account';

/** The cards, as links name them: /dashboard?tab=settings#scanner. */
export type CardName =
  | 'subscription'
  | 'scanner'
  | 'sources'
  | 'keywords'
  | 'searches'
  | 'suggestions'
  | 'filtering'
  | 'communities'
  | 'notifications'
  | 'brand-terms'
  | 'company'
  | 'account'
  | 'theme'
  | 'shortcuts';

export type SettingsSection = { name: SectionName; label: string; icon: LucideIcon; cards: readonly CardName[] };

export const settingsSections: readonly SettingsSection[] = [
  { name: 'subscription', label: 'Subscription', icon: CreditCard, cards: ['subscription', 'scanner', 'sources'] },
  { name: 'keywords', label: 'Keywords & searches', icon: Hash, cards: ['keywords', 'searches', 'suggestions', 'filtering'] },
  { name: 'communities', label: 'Communities', icon: Users, cards: ['communities'] },
  { name: 'alerts', label: 'Alerts & channels', icon: Bell, cards: ['notifications'] },
  { name: 'brand', label: 'Brand', icon: AtSign, cards: ['brand-terms'] },
  { name: 'company', label: 'Company', icon: Building2, cards: ['company'] },
  { name: 'account', label: 'Account', icon: UserRound, cards: ['account', 'theme', 'shortcuts'] },
];

export const defaultSection: SectionName = 'subscription';

/** Which section an address means: that of the card it names, else the one it names, else the first. */
export function sectionOf(search: URLSearchParams, hash: string): SectionName {
  const card = hash.slice(1);
  const found =
    settingsSections.find(({ cards }) => cards.some((name) => name === card)) ??
    settingsSections.find(({ name }) => name === search.get(sectionParameter));
  return found?.name ?? defaultSection;
}

/** The address of a section of Settings. What else the address has stays in it. */
export function sectionAddress(section: SectionName, current: URLSearchParams): string {
  const search = new URLSearchParams(current);
  if (section === defaultSection) search.delete(sectionParameter);
  else search.set(sectionParameter, section);
  return tabAddress('settings', search);
}

/** The state of a link that leads to a section, also to the one that the address has already. */
export const jump = { isJump: true } as const;

export function isJump(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isJump' in state;
}
