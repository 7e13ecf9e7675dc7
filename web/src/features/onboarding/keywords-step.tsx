import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { productFacts } from '../../api/product';
import { useMediaQuery } from '../../lib/media-query';
import { Button } from '../../ui/button';
import { FoundPostsCard, FoundPostsStrip } from './found-posts';
import { KeywordEditor } from './keyword-editor';
import { messages } from './messages';
import type { AnalysedSite } from './onboarding-draft';
import { StepPage } from './step-page';
import { UnderstoodCompany } from './understood-company';
import { useFoundPosts } from './use-found-posts';
import type { OnboardingFlow } from './use-onboarding';

const words = messages.keywords;

type KeywordsStepProps = { onboarding: OnboardingFlow; site: AnalysedSite; onBack: () => void };

/** Step 2: what the analysis found, which keywords are kept, and what they would bring. */
export function KeywordsStep({ onboarding, site, onBack }: KeywordsStepProps) {
  const { work, isFinishing } = onboarding;
  const [isMissed, setMissed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isPhone = !useMediaQuery('(width >= 48rem)');
  // 900 px: room for two columns.
  const isBesidePosts = useMediaQuery('(width >= 56.25rem)');
  const view = useFoundPosts(work.keywords.map(({ text }) => text));
  const hasKeywords = work.keywords.length > 0;
  const next = () => {
    setMissed(!hasKeywords);
    if (hasKeywords) onboarding.finish();
    else field.current?.focus();
  };
  const describe = () => {
    onboarding.note({ isDescribing: true, companyEdit: null });
    onBack();
  };
  return (
    <StepPage isWide title={words.title} about={words.about(site.isFromSentence === true, isBesidePosts)}>
      <div className="grid grid-cols-1 gap-6 min-[56.25rem]:grid-cols-2">
        <div className="self-start overflow-hidden rounded-card border border-border bg-card shadow-xs">
          <UnderstoodCompany onboarding={onboarding} site={site} onDescribe={describe} />
          <KeywordEditor
            keywords={work.keywords}
            onChange={onboarding.keep}
            typed={work.typedKeyword ?? ''}
            onType={(typedKeyword) => onboarding.note({ typedKeyword })}
            found={view.found}
            field={field}
            complaint={isMissed && !hasKeywords ? words.none : undefined}
          />
        </div>
        {!isPhone && <FoundPostsCard view={view} hasKeywords={hasKeywords} />}
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-border pt-5 max-md:flex-col-reverse">
        <Button variant="ghost" size="lg" icon={ArrowLeft} onClick={onBack} disabled={isFinishing} className="max-md:w-full md:-ml-4">
          {words.back}
        </Button>
        <div className="flex items-center gap-4 max-md:w-full max-md:flex-col max-md:gap-3">
          <p className="text-sm text-foreground-soft">{words.nextIs(productFacts().trialInWords)}</p>
          <Button
            variant="primary"
            size="lg"
            iconAfter={ArrowRight}
            isBusy={isFinishing}
            onClick={next}
            className="max-md:min-h-12 max-md:w-full"
          >
            {words.next}
          </Button>
        </div>
      </div>
      {isPhone && <FoundPostsStrip view={view} hasKeywords={hasKeywords} />}
    </StepPage>
  );
}
