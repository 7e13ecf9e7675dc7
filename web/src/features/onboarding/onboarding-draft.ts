import { useEffect, useRef, useState } from 'react';
import { forgetDraft, readDraft, saveDraft } from '../../lib/drafts';
import { minutes, seconds } from '../../lib/time';
import type { Keyword } from './keyword-list';
import { type UnreadableReason, unreadableReasons } from './unreadable-site';

/** The user's progress in onboarding so far. */
export type OnboardingDraft = {
  /** As it stands in the field. */
  typedUrl: string;
  /** What the last analysis found; its being there opens the second step. */
  site: AnalysedSite | null;
  keywords: readonly Keyword[];
  /** Proposed keywords that the person has taken out; absent in drafts of older pages. */
  declined?: readonly string[];
  /** Keywords that an earlier attempt to finish has brought to the server. */
  savedKeywords: readonly string[];
  /** When the running analysis started. */
  analysingSince: number | null;
} & Partial<DescribedDraft>;

/** What drafts of older pages do not have. */
type DescribedDraft = {
  /** What the person says they sell, in place of a website that cannot be read. */
  sentence: string;
  /** Whether the sentence is asked for. */
  isDescribing: boolean;
  /** Whether the running analysis is that of the sentence. */
  isSentenceAnalysed: boolean;
  /** Why the site at the typed address could not be read, if it could not. */
  unreadable: UnreadableReason | null;
  /** A keyword that is typed and not added yet. */
  typedKeyword: string;
  /** Name and description as they stand in their fields, while those are open. */
  companyEdit: CompanyEdit | null;
  /** What the person has corrected of the site at `of`; a later analysis of that site leaves it alone. */
  corrected: (Partial<CompanyEdit> & { of: string }) | null;
};

export type AnalysedSite = CompanyEdit & {
  url: string;
  isThin: boolean;
  /** Absent in drafts of older pages. */
  companyId?: string;
  /** Understood from the person's own words. */
  isFromSentence?: boolean;
};

/** What of the understood company is edited right there. */
export type CompanyEdit = { companyName: string; description: string };

export const emptyDraft: OnboardingDraft = { typedUrl: '', site: null, keywords: [], savedKeywords: [], analysingSince: null };

/** What was left behind in this browser; nothing if that is nothing, or of a kind that this page does not know. */
export function savedOnboardingDraft(userId: string): OnboardingDraft | undefined {
  const draft = readDraft(nameOf(userId));
  if (!isRecord(draft) || !isOurs(draft)) return undefined;
  return draft.typedUrl === '' && draft.site === null ? undefined : draft;
}

/** Whether an analysis was under way a moment ago, so that looking for it again is no surprise. */
export function isStillAnalysing({ analysingSince }: OnboardingDraft, now: number): boolean {
  return analysingSince !== null && now - analysingSince < minutes(10);
}

export function forgetOnboardingDraft(userId: string): void {
  forgetDraft(nameOf(userId));
}

export function saveOnboardingDraft(userId: string, work: OnboardingDraft): void {
  saveDraft(nameOf(userId), work);
}

/** Saves the work 30 s after it has changed (spec §9, autosave delay), and what is unsaved when the page is left. */
export function useAutosave(userId: string, work: OnboardingDraft, isOn: boolean): void {
  const [saved, setSaved] = useState(work);
  const latest = useRef(work);
  const isUnsaved = isOn && saved !== work;
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const save = () => {
      saveOnboardingDraft(userId, latest.current);
      setSaved(latest.current);
    };
    const timer = setTimeout(save, autosaveMs);
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [userId, isUnsaved]);
}

const autosaveMs = seconds(30);

// Drafts belong to one account: another user may sign in with the same browser.
const nameOf = (userId: string) => `onboarding-${userId}`;

function isOurs(draft: Record<string, unknown>): draft is OnboardingDraft {
  const { typedUrl, site, keywords, savedKeywords, analysingSince } = draft;
  return (
    typeof typedUrl === 'string' &&
    (site === null || isSite(site)) &&
    Array.isArray(keywords) &&
    keywords.every(isKeyword) &&
    Array.isArray(savedKeywords) &&
    savedKeywords.every((keyword) => typeof keyword === 'string') &&
    (analysingSince === null || typeof analysingSince === 'number') &&
    isDescribed(draft)
  );
}

function isDescribed({
  sentence = '',
  isDescribing,
  unreadable = null,
  typedKeyword = '',
  companyEdit,
  corrected,
}: UnknownFields): boolean {
  return (
    [sentence, typedKeyword].every((text) => typeof text === 'string') &&
    [undefined, true, false].some((known) => known === isDescribing) &&
    (unreadable === null || unreadableReasons.some((reason) => reason === unreadable)) &&
    (companyEdit === undefined || companyEdit === null || isEdit(companyEdit)) &&
    (corrected === undefined || corrected === null || isRecord(corrected))
  );
}

function isEdit(value: unknown): boolean {
  return isRecord(value) && [value['companyName'], value['description']].every((text) => typeof text === 'string');
}

type UnknownFields = Record<string, unknown>;

function isSite(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { url, companyName, description, isThin } = value;
  return [url, companyName, description].every((text) => typeof text === 'string') && typeof isThin === 'boolean';
}

function isKeyword(value: unknown): boolean {
  return isRecord(value) && typeof value['text'] === 'string' && (value['origin'] === 'website' || value['origin'] === 'person');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
