import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Info } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { websitePreview } from './api';
import type { AnalysedSite } from './onboarding-draft';
import { KeywordEditor } from './keyword-editor';
import { messages } from './messages';
import { SiteIcon } from './site-preview';
import { StepPage } from './step-page';
import type { OnboardingFlow } from './use-onboarding';

const words = messages.keywords;

/** Step 2: what the analysis found, and which keywords are kept. */
export function KeywordsStep({ onboarding, site, onBack }: { onboarding: OnboardingFlow; site: AnalysedSite; onBack: () => void }) {
  const { work, isFinishing } = onboarding;
  const [isMissed, setMissed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const next = () => {
    setMissed(work.keywords.length === 0);
    if (work.keywords.length === 0) field.current?.focus();
    else onboarding.finish();
  };
  return (
    <StepPage title={words.title} about={words.about}>
      <div className="overflow-hidden rounded-card border border-border bg-card shadow-xs">
        <FoundSite site={site} />
        <KeywordEditor
          keywords={work.keywords}
          onChange={onboarding.keep}
          field={field}
          complaint={isMissed && work.keywords.length === 0 ? words.none : undefined}
        />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 max-md:flex-col-reverse">
        <Button variant="ghost" size="lg" icon={ArrowLeft} onClick={onBack} disabled={isFinishing} className="max-md:w-full">
          {words.back}
        </Button>
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
    </StepPage>
  );
}

function FoundSite({ site: { url, companyName, description, isThin } }: { site: AnalysedSite }) {
  const { data: preview } = useQuery(websitePreview(url));
  return (
    <section aria-label={companyName} className="flex gap-3 border-b border-border bg-sunken p-4">
      <SiteIcon icon={preview?.icon ?? null} size="md" />
      <div className="min-w-0 flex-1 text-sm wrap-anywhere">
        <h2 className="font-sans">{companyName}</h2>
        <p className="text-foreground-soft">{description}</p>
        {isThin && (
          <p className="mt-2 flex items-start gap-1.5 text-xs text-foreground-soft">
            <Info size={13} aria-hidden="true" className="mt-px flex-none" />
            {words.thin}
          </p>
        )}
      </div>
    </section>
  );
}
