import { carriedWebsite } from '../../lib/carried-website';
import type { UsableAnalysis } from './analysis-answer';
import { proposedKeywords } from './keyword-list';
import { type AnalysedSite, emptyDraft, isStillAnalysing, type OnboardingDraft, savedOnboardingDraft } from './onboarding-draft';
import { parseWebsite } from './website';

/** Where onboarding begins. */
export type OnboardingStart = {
  work: OnboardingDraft;
  /** What was left behind in this browser and may be taken up again. */
  offer: OnboardingDraft | undefined;
  /** The address came along from before the sign-up, to be analysed without another press. */
  isCarried: boolean;
};

/** At the second step, or in the middle of an analysis, the work goes on without a question; elsewhere it is offered. */
export function beginDraft(userId: string, step: 'website' | 'keywords', now: number): OnboardingStart {
  const left = savedOnboardingDraft(userId);
  const atRest = { ...(left ?? emptyDraft), analysingSince: null };
  if (step === 'keywords' && atRest.site !== null) return { work: atRest, offer: undefined, isCarried: false };
  const carried = carriedWebsite(now);
  // On top of what is there already: nothing that was typed or edited before is lost to it.
  if (carried !== undefined) return { work: withTypedUrl(atRest, carried), offer: undefined, isCarried: true };
  if (left === undefined) return { work: emptyDraft, offer: undefined, isCarried: false };
  return isStillAnalysing(left, now)
    ? { work: left, offer: undefined, isCarried: false }
    : { work: emptyDraft, offer: atRest, isCarried: false };
}

/** Another address: what was wrong with the one before does not hold for it. A sentence that was begun stays open. */
export function withTypedUrl(before: OnboardingDraft, typedUrl: string): OnboardingDraft {
  const isDescribing = before.isDescribing === true && (before.sentence ?? '').trim() !== '';
  return { ...before, typedUrl, analysingSince: null, unreadable: null, isDescribing };
}

/** What the analysis found, without undoing what the person has changed since the one before. */
export function draftAfter(before: OnboardingDraft, analysis: UsableAnalysis): OnboardingDraft {
  const site = siteAfter(before, analysis);
  return {
    ...before,
    analysingSince: null,
    unreadable: null,
    isDescribing: false,
    site,
    companyEdit: before.site !== null && hostOf(before.site.url) === hostOf(site.url) ? (before.companyEdit ?? null) : null,
    corrected: before.corrected?.of === hostOf(site.url) ? before.corrected : null,
    keywords: proposedKeywords(analysis.keywords, before.keywords, before.declined),
  };
}

function siteAfter(before: OnboardingDraft, { companyId, companyDescription, analysisData }: UsableAnalysis): AnalysedSite {
  const { websiteUrl: url, companyName, isThin } = analysisData;
  const isSameSite = before.corrected?.of === hostOf(url);
  return {
    url,
    isThin,
    companyName: (isSameSite ? before.corrected?.companyName : undefined) ?? companyName,
    description: (isSameSite ? before.corrected?.description : undefined) ?? companyDescription,
    isFromSentence: before.isSentenceAnalysed === true,
    ...(companyId !== '' && { companyId }),
  };
}

/** The corrected company stands in place of what was understood, and is kept so by later analyses. */
export function withCorrectedCompany(before: OnboardingDraft, correction: Partial<AnalysedSite>): OnboardingDraft {
  if (before.site === null) return before;
  const { companyName, description } = correction;
  return {
    ...before,
    companyEdit: null,
    site: { ...before.site, ...correction },
    corrected: {
      ...before.corrected,
      of: hostOf(before.site.url),
      ...(companyName !== undefined && { companyName }),
      ...(description !== undefined && { description }),
    },
  };
}

/** The server, too, keeps corrections as long as the site is the same. */
function hostOf(url: string): string {
  const site = parseWebsite(url);
  return site.kind === 'valid' ? site.host.replace(/^www\./, '') : url;
}
