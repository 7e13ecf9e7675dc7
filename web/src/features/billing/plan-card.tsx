import { AudioLines, Check } from 'lucide-react';
import { useId } from 'react';
import type { SoldPlan } from '../../api/product';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { messages } from './messages';
import { type Feature, featuresOf } from './plans';

type PlanCardProps = {
  plan: SoldPlan;
  /** Below the price: the trial, or how it is billed. */
  terms: string;
  action: string;
  state: 'ready' | 'busy' | 'waiting';
  onChoose: () => void;
};

/** One plan with its price, everything in it, and the button that buys it. */
export function PlanCard({ plan, terms, action, state, onChoose }: PlanCardProps) {
  const nameId = useId();
  return (
    <section
      aria-labelledby={nameId}
      className={cx(
        'relative flex flex-col rounded-xl bg-card',
        plan.isMostPopular
          ? 'border-2 border-primary p-5.75 shadow-md md:p-6.75 dark:shadow-none'
          : 'border border-border-strong p-6 md:p-7',
      )}
    >
      {plan.isMostPopular && <MostPopular />}
      <h2 id={nameId} className="text-lg">
        {plan.name}
      </h2>
      <p className="mt-0.5 text-sm text-muted-foreground">{plan.forWhom}</p>
      <p className="mt-3.5 flex items-baseline gap-2">
        <span className="font-display text-hero font-semibold">${plan.price}</span>
        <span className="text-list text-muted-foreground">{messages.page.month}</span>
      </p>
      <p className="mt-1.5 font-label text-sm text-primary-text">{terms}</p>
      <Button
        size="lg"
        variant={plan.isMostPopular ? 'primary' : 'outline'}
        isBusy={state === 'busy'}
        disabled={state === 'waiting'}
        aria-describedby={nameId}
        onClick={onChoose}
        className="mt-5 w-full touch:min-h-12"
      >
        {action}
      </Button>
      <ul className="mt-6 grid gap-3">
        {featuresOf(plan).map((feature) => (
          <FeatureLine key={feature.rest} {...feature} />
        ))}
      </ul>
    </section>
  );
}

function FeatureLine({ weighty, rest }: Feature) {
  return (
    <li className="flex items-center gap-2.5 text-list tracking-normal">
      <Check size={16} aria-hidden="true" className="flex-none text-primary-text" />
      <span>
        {weighty !== '' && <strong className="font-semibold">{weighty}</strong>} {rest}
      </span>
    </li>
  );
}

function MostPopular() {
  return (
    <p className="absolute -top-3.25 left-5.75 inline-flex h-6 items-center gap-1.5 rounded-full bg-primary px-2.5 text-xs font-semibold text-primary-foreground md:left-6.75 forced:border">
      <AudioLines size={13} aria-hidden="true" />
      {messages.page.mostPopular}
    </p>
  );
}
