import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { identityClient } from '../../features/identity/client';
import { completeOnboarding, profileKey } from '../../features/identity/profile';
import { useSession } from '../../features/identity/session';
import { addKeyword, dismissSuggestion, removeKeyword } from '../../features/keywords/api';
import { KeywordsStep } from '../../features/onboarding/keywords-step';
import { messages } from '../../features/onboarding/messages';
import { type OnboardingStep, useOnboarding } from '../../features/onboarding/use-onboarding';
import { WebsiteStep } from '../../features/onboarding/website-step';
import type { Settings } from '../../lib/settings';
import { showError } from '../../ui/toast';
import { Frame } from '../frame/frame';
import { type PageStep, StepsPage } from '../frame/steps-page';
import { PageTitle } from '../page-title';
import { paths } from '../paths';

/** The first steps of a new account, by address: /onboarding, then /onboarding?step=keywords. */
export function Onboarding({ settings }: { settings: Settings }) {
  const session = useSession();
  return <Frame settings={settings}>{session.state === 'signed-in' && <Steps key={session.user.id} userId={session.user.id} />}</Frame>;
}

function Steps({ userId }: { userId: string }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const asked: OnboardingStep = search.get('step') === 'keywords' ? 'keywords' : 'website';
  const show = (step: OnboardingStep, isCorrection = false) => {
    if (step !== asked) void navigate(addresses[step], { replace: isCorrection });
  };
  const { tables } = identityClient();
  const onboarding = useOnboarding({
    userId,
    step: asked,
    onStep: show,
    handlers: { addKeyword, removeKeyword, dismissSuggestion, complete: () => completeOnboarding(tables, userId) },
    onFinished: () => {
      void queries.invalidateQueries({ queryKey: profileKey(userId) });
      void navigate(paths.payment);
    },
  });

  const { site } = onboarding.work;
  const isLocked = site === null;
  const shown = isLocked ? 'website' : asked;
  useLockedDoor(isLocked && asked === 'keywords', () => show('website', true));
  useFocusOnHeading(shown);
  return (
    <>
      <PageTitle>{labels[shown]}</PageTitle>
      <StepsPage steps={stepper(shown, isLocked, show)}>
        {shown === 'keywords' && site !== null ? (
          <KeywordsStep onboarding={onboarding} site={site} onBack={() => show('website')} />
        ) : (
          <WebsiteStep onboarding={onboarding} onNext={() => show('keywords')} />
        )}
      </StepsPage>
    </>
  );
}

const addresses = { website: paths.onboarding, keywords: `${paths.onboarding}?step=keywords` } satisfies Record<OnboardingStep, string>;
const labels = { website: 'Website Analysis', keywords: 'Keywords' } satisfies Record<OnboardingStep, string>;

function stepper(shown: OnboardingStep, isLocked: boolean, show: (step: OnboardingStep) => void): PageStep[] {
  if (shown === 'keywords') {
    return [
      { label: labels.website, state: 'done', onPress: () => show('website') },
      { label: labels.keywords, state: 'current' },
    ];
  }
  return [
    { label: labels.website, state: 'current' },
    isLocked
      ? { label: labels.keywords, state: 'locked', onPress: tellLocked }
      : { label: labels.keywords, state: 'open', onPress: () => show('keywords') },
  ];
}

function tellLocked(): void {
  showError(messages.analysisRequired.title, { description: messages.analysisRequired.description });
}

/** A visitor opened the second step by its address before finishing the first (spec §5, Onboarding keywords). */
function useLockedDoor(isBarred: boolean, sendBack: () => void): void {
  const latest = useRef(sendBack);
  useEffect(() => {
    if (!isBarred) return;
    tellLocked();
    latest.current();
  }, [isBarred]);
}

/** After a change of steps the keyboard and the screen reader start at the new heading. On arrival they start at the top. */
function useFocusOnHeading(step: OnboardingStep): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [step]);
}
