import { productFacts, soldPlans } from '../../api/product';
import { useNow } from '../../lib/now';
import { shortDate } from './dates';
import { messages } from './messages';

/** What the trial asks for, when it first costs something and how much, and how it is ended: said before any card is given. */
export function TrialTerms() {
  const now = useNow();
  const { trialDays, trialInWords } = productFacts();
  const prices = soldPlans().map(({ name, price }) => messages.page.priceOf(name, price));
  const { label, card, price, cancel } = messages.page.trialTerms({
    trialInWords,
    firstCharge: shortDate(new Date(now + trialDays * dayMs).toISOString()),
    prices: prices.length > 1 ? `${prices.slice(0, -1).join(', ')} or ${prices.at(-1)}` : prices.join(''),
  });
  return (
    <ul
      aria-label={label}
      className="mx-auto mt-6 grid w-full max-w-203 gap-x-6 gap-y-3 rounded-lg bg-sunken p-4 text-sm md:grid-cols-3 forced:border"
    >
      {[card, price, cancel].map(({ title, about }) => (
        <li key={title}>
          <span className="block font-semibold">{title}</span>
          <span className="block text-foreground-soft">{about}</span>
        </li>
      ))}
    </ul>
  );
}

const dayMs = 86_400_000;
