import { useQuery } from '@tanstack/react-query';
import { AtSign, Info, Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { errorMessage } from '../../api/errors';
import { useSkeleton } from '../../lib/skeleton';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { RemovableChip } from '../../ui/chip';
import { fieldRow, TextField } from '../../ui/field';
import { Skeleton } from '../../ui/skeleton';
import { type BrandTerm, brandTerms } from './brand-terms-api';
import { brandTermsMessages } from './brand-terms-messages';
import { useBrandTerms } from './use-brand-terms';

/** By which names the company is looked for. Each change acts at once. */
export function BrandTermsCard({ userId }: { userId: string }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(brandTerms(userId));
  const shows = useSkeleton(isPending);
  return (
    <Card
      icon={AtSign}
      title={brandTermsMessages.title}
      about={brandTermsMessages.about}
      status={data !== undefined && <TermCount count={data.length} />}
    >
      {shows === 'skeleton' && <TermsSkeleton />}
      {shows !== 'skeleton' && data !== undefined && <Terms userId={userId} terms={data} />}
      {shows !== 'skeleton' && data === undefined && isError && (
        <Alert
          kind="error"
          action={
            <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
              {brandTermsMessages.tryAgain}
            </Button>
          }
        >
          {brandTermsMessages.notLoaded}
        </Alert>
      )}
    </Card>
  );
}

function TermCount({ count }: { count: number }) {
  return (
    <p className="flex-none text-sm text-muted-foreground tabular-nums">
      <strong className="font-semibold text-foreground">{count}</strong> {brandTermsMessages.of}
    </p>
  );
}

function Terms({ userId, terms }: { userId: string; terms: readonly BrandTerm[] }) {
  const { adding, removing, making } = useBrandTerms(userId);
  const chips = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const everyday = terms.filter(({ needs_context }) => needs_context).map(({ term_value }) => term_value);
  const remove = (term: BrandTerm, index: number) => {
    // The focus goes to the next one, else the previous, else the field: never to nowhere.
    const buttons = chips.current?.querySelectorAll('button');
    const heir = buttons?.[index + 1] ?? buttons?.[index - 1] ?? field.current;
    removing.mutate({ term, index });
    heir?.focus();
  };
  return (
    <>
      <AddTerm adding={adding} fieldRef={field} />
      {terms.length === 0 ? (
        <div className="grid justify-items-start gap-3 rounded-lg bg-sunken p-4 text-sm text-foreground-soft">
          <p>
            {brandTermsMessages.none} {brandTermsMessages.makeAbout}
          </p>
          <Button isBusy={making.isPending} onClick={() => making.mutate()}>
            {brandTermsMessages.make}
          </Button>
        </div>
      ) : (
        <ul ref={chips} aria-label={brandTermsMessages.list} className="flex flex-wrap gap-2">
          {terms.map((term, index) => (
            <li key={term.id} className="flex max-w-full min-w-0">
              <RemovableChip
                label={term.term_value}
                removeLabel={brandTermsMessages.remove(term.term_value)}
                onRemove={() => remove(term, index)}
                note={noteOf(term)}
              />
            </li>
          ))}
        </ul>
      )}
      {everyday.length > 0 && (
        <p className="flex items-start gap-2 text-xs text-foreground-soft">
          <Info size={14} aria-hidden="true" className="mt-px flex-none" />
          {brandTermsMessages.needsContextWhy(everyday)}
        </p>
      )}
    </>
  );
}

type AddTermProps = { adding: ReturnType<typeof useBrandTerms>['adding']; fieldRef: React.RefObject<HTMLInputElement | null> };

/** What could not be added stays in the field, with why below it. */
function AddTerm({ adding, fieldRef }: AddTermProps) {
  const [typed, setTyped] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '' || adding.isPending) return;
    adding.mutate(typed.trim(), { onSuccess: () => setTyped(''), onSettled: () => fieldRef.current?.focus() });
  };
  return (
    <form onSubmit={add} className={fieldRow}>
      <TextField
        ref={fieldRef}
        label={brandTermsMessages.label}
        isLabelHidden
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        placeholder={brandTermsMessages.placeholder}
        help={brandTermsMessages.help}
        error={adding.isError ? errorMessage(adding.error) : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          if (adding.isError) adding.reset();
        }}
      />
      <Button type="submit" icon={Plus} disabled={typed.trim() === ''} isBusy={adding.isPending}>
        {brandTermsMessages.add}
      </Button>
    </form>
  );
}

/** A name needs no word about what it is. */
function noteOf({ term_type: type, needs_context: needsContext }: BrandTerm): string | undefined {
  const notes = [
    type === 'name' ? undefined : brandTermsMessages.types[type],
    needsContext ? brandTermsMessages.needsContext : undefined,
  ].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : notes.join(' · ');
}

function TermsSkeleton() {
  return (
    <div role="status" aria-label={brandTermsMessages.loading} className="grid gap-4">
      <Skeleton className="h-8.5" />
      <div className="flex gap-2">
        <Skeleton className="h-7.5 w-28 rounded-full" />
        <Skeleton className="h-7.5 w-40 rounded-full" />
        <Skeleton className="h-7.5 w-32 rounded-full" />
      </div>
    </div>
  );
}
