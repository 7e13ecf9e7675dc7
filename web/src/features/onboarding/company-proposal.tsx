import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import type { CompanyField } from './company-rules';
import { messages } from './messages';

const words = messages.company;

type CompanyProposalProps = {
  proposals: readonly { field: CompanyField; text: string }[];
  /** Puts it into the field; it is kept when the company is saved. */
  onTake: (field: CompanyField, text: string) => void;
  onKeep: () => void;
};

/** What the website says now, beside what is kept. Nothing is taken over by itself. */
export function CompanyProposal({ proposals, onTake, onKeep }: CompanyProposalProps) {
  if (proposals.length === 0) {
    return (
      <Alert kind="success" onDismiss={onKeep}>
        {words.same}
      </Alert>
    );
  }
  return (
    <section aria-label={words.siteSays} className="grid gap-3 rounded-lg border border-primary-line bg-primary-soft p-4 text-sm">
      <p role="status">{words.siteSaysNow}</p>
      <dl className="grid gap-3">
        {proposals.map(({ field, text }) => (
          <div key={field} className="grid gap-x-3 gap-y-1 md:grid-cols-[minmax(0,1fr)_auto]">
            <dt className="font-label md:col-span-2">{words.fields[field]}</dt>
            <dd className="text-foreground-soft wrap-anywhere">{text}</dd>
            <dd>
              <Button
                size="sm"
                aria-label={words.takeFor(words.fields[field])}
                onClick={() => onTake(field, text)}
                className="max-md:w-full"
              >
                {words.take}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <Button size="sm" variant="ghost" onClick={onKeep} className="justify-self-end">
        {words.keep}
      </Button>
    </section>
  );
}
