import { ArrowRight, AudioLines, Globe } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { TextField } from '../../ui/field';
import { showError } from '../../ui/toast';
import { AnalysisProgress } from './analysis-progress';
import { DescribeLink } from './describe-link';
import { messages } from './messages';
import { SentenceForm } from './sentence-form';
import { SitePreview } from './site-preview';
import { StepPage } from './step-page';
import type { OnboardingFlow } from './use-onboarding';
import { parseWebsite, spokenAddress } from './website';

const words = messages.website;

type WebsiteStepProps = { onboarding: OnboardingFlow; onNext: () => void };

/** Step 1: the address of the website, and its analysis. */
export function WebsiteStep({ onboarding, onNext }: WebsiteStepProps) {
  const { work, offer, analysing, typeUrl, note } = onboarding;
  const field = useRef<HTMLInputElement>(null);
  const sentenceField = useRef<HTMLTextAreaElement>(null);
  const [isRefused, setRefused] = useState(false);
  const isRunning = analysing.state === 'running';
  const isDescribing = work.isDescribing === true;

  const start = (sentence?: string) => {
    const typed = parseWebsite(work.typedUrl);
    setRefused(typed.kind !== 'valid');
    const failed = () => (sentence === undefined ? field : sentenceField).current?.focus();
    if (typed.kind === 'valid') return onboarding.analyse({ url: typed.url, sentence }, failed);
    const { title, description } = typed.kind === 'empty' ? messages.urlRequired : messages.urlInvalid;
    showError(title, { description });
    return field.current?.focus();
  };
  useUnprompted(onboarding, start);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) start();
  };
  const describe = () => {
    // At once, so that the field is there to take the focus.
    flushSync(() => note({ isDescribing: true }));
    sentenceField.current?.focus();
  };

  return (
    <StepPage title={words.title} about={words.about}>
      {offer !== undefined && <Offer onboarding={onboarding} />}
      <div className={panel}>
        <form
          noValidate
          onSubmit={submit}
          className="grid grid-cols-1 gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-end md:gap-x-2 md:gap-y-4"
        >
          <TextField
            ref={field}
            name="url"
            label={words.field}
            type="url"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={words.placeholder}
            isLarge
            readOnly={isRunning}
            aria-invalid={isRefused}
            before={<Globe size={16} aria-hidden="true" className="flex-none text-muted-foreground" />}
            value={work.typedUrl}
            onChange={(event) => {
              setRefused(false);
              typeUrl(event.target.value);
            }}
          />
          <Button
            type="submit"
            size="lg"
            variant={isDescribing ? 'outline' : 'primary'}
            icon={AudioLines}
            isBusy={isRunning}
            className={cx('max-md:order-last max-md:min-h-12 md:min-w-32', isRunning && busyLook)}
          >
            {isRunning ? words.analysing : words.analyse}
          </Button>
          <div className="md:col-span-2">
            <SitePreview typedUrl={work.typedUrl} />
          </div>
        </form>
        {isDescribing ? (
          <SentenceForm
            reason={work.unreadable ?? null}
            sentence={work.sentence ?? ''}
            field={sentenceField}
            isBusy={isRunning}
            onType={(sentence) => note({ sentence })}
            onUse={start}
            onTryAgain={() => start()}
            onCancel={() => {
              note({ isDescribing: false });
              field.current?.focus();
            }}
          />
        ) : (
          // Its place stays, so that nothing moves when the analysis begins.
          <div className={cx(isRunning && 'invisible')}>
            <DescribeLink question={work.site === null ? words.hardToRead : words.notRight} onPress={describe} />
          </div>
        )}
        <div className="mt-6 border-border md:border-t md:pt-6">
          <AnalysisProgress analysing={analysing} />
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-center gap-4">
        <p className="text-center text-xs text-balance text-muted-foreground">{words.note}</p>
        {work.site !== null && !isRunning && (
          <Button iconAfter={ArrowRight} onClick={onNext} className="max-md:w-full">
            {words.next}
          </Button>
        )}
      </div>
    </StepPage>
  );
}

/** Starts by itself, once: an analysis that was under way when the page went away, or of an address that came along. */
function useUnprompted({ work, analysing, isCarried }: OnboardingFlow, start: (sentence?: string) => void) {
  const [isDue] = useState(() => {
    const isCarriedAddress = isCarried && parseWebsite(work.typedUrl).kind === 'valid';
    return (work.analysingSince !== null || isCarriedAddress) && analysing.state === 'resting';
  });
  const latest = useRef(() => start(work.isSentenceAnalysed === true && !isCarried ? work.sentence?.trim() : undefined));
  useEffect(() => {
    if (isDue) latest.current();
  }, [isDue]);
}

/** What was left behind here may be taken up again. */
function Offer({ onboarding: { offer, takeOffer, declineOffer } }: { onboarding: OnboardingFlow }) {
  if (offer === undefined) return null;
  const text =
    offer.site === null ? messages.offer.site(spokenAddress(offer.typedUrl)) : messages.offer.keywords(spokenAddress(offer.site.url));
  return (
    <Alert
      kind="info"
      onDismiss={declineOffer}
      className="mb-4"
      action={
        <Button size="sm" onClick={takeOffer}>
          {messages.offer.take}
        </Button>
      }
    >
      {text}
    </Alert>
  );
}

// A phone has no room for a button that cannot be pressed; it keeps the focus all the same.
const busyLook = 'border-border! bg-sunken! text-disabled-foreground! shadow-none! max-md:sr-only';
const panel = 'md:rounded-card md:border md:border-border md:bg-card md:p-6 md:shadow-xs';
