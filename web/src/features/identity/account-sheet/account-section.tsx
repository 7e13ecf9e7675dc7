import { type FormEvent, type ReactNode, useId } from 'react';
import { errorMessage } from '../../../api/errors';
import { Alert } from '../../../ui/alert';

type AccountSectionProps = {
  title: string;
  about?: string;
  /** Why the last attempt failed, in the place where it was made. */
  failure?: Error | null;
  children: ReactNode;
};

/** One subject of the sheet, under a heading of its own. */
export function AccountSection({ title, about, failure = null, children }: AccountSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <div>
        <h3 id={titleId} className="text-list tracking-normal">
          {title}
        </h3>
        {about !== undefined && <p className="text-sm text-foreground-soft wrap-anywhere">{about}</p>}
      </div>
      {children}
      {failure !== null && <Alert kind="error">{errorMessage(failure)}</Alert>}
    </section>
  );
}

type AccountFormProps = { onSubmit: (form: HTMLFormElement) => void; look: keyof typeof looks; children: ReactNode };

/** Fields with the button that sends them. A single field has it beside, several below. */
export function AccountForm({ onSubmit, look, children }: AccountFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(event.currentTarget);
  };
  return (
    <form noValidate onSubmit={submit} className={looks[look]}>
      {children}
    </form>
  );
}

const looks = {
  // The button stands beside the field itself, below the height of its label.
  line: 'grid grid-cols-[minmax(0,1fr)_auto] gap-2 [&>button]:mt-6.5 [&>button]:self-start',
  stack: 'grid gap-3 [&>button]:justify-self-end',
} as const;
