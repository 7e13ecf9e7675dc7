import { type ProductFacts, productFacts, soldPlansByPrice } from '../../api/product';
import { Accordion } from '../../ui/collapsible';
import { messages } from './messages';
import { planAdvice } from './plan-advice';

const words = messages.questions;

/** What people ask before they pay; at the end, where to ask the rest. */
export function BillingFaq({ supportEmail }: { supportEmail: string }) {
  const answers = answersFrom(productFacts());
  const items =
    supportEmail === '' ? answers : [...answers, { question: words.support, answer: <WriteToUs supportEmail={supportEmail} /> }];
  return (
    <section aria-labelledby="questions" className="mt-12 md:mt-14">
      <h2 id="questions" className="text-center text-xl">
        {words.title}
      </h2>
      <Accordion items={items} className="mt-5" />
    </section>
  );
}

function WriteToUs({ supportEmail }: { supportEmail: string }) {
  return (
    <>
      {words.supportAnswer}{' '}
      <a href={`mailto:${supportEmail}`} className="text-primary-text underline underline-offset-2">
        {supportEmail}
      </a>
    </>
  );
}

const answersFrom = ({ trialInWords }: ProductFacts) => [
  {
    question: 'What happens when the trial ends?',
    answer: `After ${trialInWords} your card is charged for the plan you chose, and then once a month. Cancel before that and you pay nothing; you keep access until the trial ends.`,
  },
  {
    question: 'Can I change plans later?',
    answer:
      'Yes, in Settings. An upgrade takes effect right away. During the trial, it ends the trial and is billed that day. A downgrade takes effect when the paid period ends. Keywords above the new limit are paused, never deleted.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'In Settings, under Subscription. You don’t need to contact us. Outside the trial your plan runs to the end of the paid period, and until then you can change your mind.',
  },
  {
    question: 'Which plan do I need?',
    answer: planAdvice(soldPlansByPrice()),
  },
  {
    question: 'Does Earshot post on Reddit for me?',
    answer: 'No. It finds posts and drafts comments; you read them, change them and post them yourself.',
  },
];
