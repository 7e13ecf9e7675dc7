import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetDrafts } from '../../lib/drafts';
import {
  isStillAnalysing,
  emptyDraft,
  saveOnboardingDraft,
  useAutosave,
  type OnboardingDraft,
  savedOnboardingDraft,
} from './onboarding-draft';

const typing: OnboardingDraft = { ...emptyDraft, typedUrl: 'paperlark.ex' };
const typed: OnboardingDraft = { ...emptyDraft, typedUrl: 'paperlark.example' };

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('work is saved 30 s after it began to change, as it is by then', () => {
  const { rerender } = autosaving(emptyDraft);
  rerender({ work: typing, isOn: true });
  vi.advanceTimersByTime(20_000);
  rerender({ work: typed, isOn: true });

  vi.advanceTimersByTime(9_999);
  expect(savedOnboardingDraft('user-1')).toBeUndefined();

  vi.advanceTimersByTime(1);
  expect(savedOnboardingDraft('user-1')).toEqual(typed);
});

it('what is unsaved when the page is left is saved then', () => {
  const { rerender } = autosaving(emptyDraft);
  rerender({ work: typed, isOn: true });

  window.dispatchEvent(new Event('pagehide'));

  expect(savedOnboardingDraft('user-1')).toEqual(typed);
});

it('nothing is saved of what has not changed, or while it is switched off', () => {
  const { rerender } = autosaving(typed);
  vi.advanceTimersByTime(60_000);
  rerender({ work: typing, isOn: false });
  vi.advanceTimersByTime(60_000);

  expect(localStorage).toHaveLength(0);
});

it('is there for its own account only, and goes with all drafts', () => {
  saveOnboardingDraft('user-1', typed);

  expect(savedOnboardingDraft('user-2')).toBeUndefined();
  forgetDrafts();
  expect(savedOnboardingDraft('user-1')).toBeUndefined();
});

it.each([
  '{',
  'null',
  '"text"',
  '{"url":"paperlark.example"}',
  JSON.stringify({ ...typed, keywords: ['crm'] }),
  JSON.stringify({ ...typed, site: {} }),
  JSON.stringify({ ...typed, sentence: 7 }),
  JSON.stringify({ ...typed, unreadable: 'haunted' }),
  JSON.stringify({ ...typed, companyEdit: {} }),
])('a draft of another make is left alone: %s', (text) => {
  localStorage.setItem('earshot-draft-onboarding-user-1', text);

  expect(savedOnboardingDraft('user-1')).toBeUndefined();
});

it('a draft without anything in it is none', () => {
  saveOnboardingDraft('user-1', emptyDraft);

  expect(savedOnboardingDraft('user-1')).toBeUndefined();
});

it.each([
  [null, false],
  [0, true],
  [9, true],
  [11, false],
])('an analysis that began %s minutes ago may still be under way: %s', (minutesAgo, isStill) => {
  const now = Date.UTC(2026, 10, 15);
  const analysingSince = minutesAgo === null ? null : now - minutesAgo * 60_000;

  expect(isStillAnalysing({ ...typed, analysingSince }, now)).toBe(isStill);
});

function autosaving(work: OnboardingDraft) {
  return renderHook(({ work: latest, isOn }) => useAutosave('user-1', latest, isOn), { initialProps: { work, isOn: true } });
}
