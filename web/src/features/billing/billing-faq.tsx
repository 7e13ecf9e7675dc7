import { Accordion } from '../../ui/collapsible';
import { messages } from './messages';

const words = messages.questions;

/** What people ask before they pay; at the end, where to ask the rest. */
export function BillingFaq({ supportEmail }: { supportEmail: string }) {
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

const answers = [
  {
    question: 'What happens when the trial ends?',
    answer:
      'After three days your card is charged for the plan you chose, and then once a month. Cancel before that and you pay nothing; you keep access until the trial ends.',
  },
  {
    question: 'Can I change plans later?',
    answer:
      'Yes, in Settings. An upgrade takes effect at once; during the trial it ends the trial and is billed that day. A downgrade takes effect when the paid period ends. Keywords above the new limit are paused, never deleted.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'In Settings, under Subscription, without writing to anybody. Outside the trial your plan runs to the end of the paid period, and until then you can change your mind.',
  },
  {
    question: 'Which plan do I need?',
    answer:
      'Starter listens for 10 keywords and brings up to 50 posts a month, which is enough for one product. Professional listens for 30, brings up to 500 and filters more finely.',
  },
  {
    question: 'Does Earshot post on Reddit for me?',
    answer: 'No. It finds posts and drafts comments; you read them, change them and post them yourself.',
  },
] as const;
