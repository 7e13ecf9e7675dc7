import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../../../api/errors';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { TextField } from '../../../ui/field';
import type { SignedInUser } from '../session';
import { useAccountAction } from './account-action';
import { deleteAccount } from './account-requests';
import { accountMessages } from './messages';
import { AccountSection } from './account-section';

const words = accountMessages.deletion;

type DeleteStep = 'closed' | 'warning' | 'typing';

/** Asked twice: what goes, and then whether this is really the account that is meant. */
export function DeleteSection({ user }: { user: SignedInUser }) {
  const [step, setStep] = useState<DeleteStep>('closed');
  const [typed, setTyped] = useState('');
  const deleting = useAccountAction(() => deleteAccount(user.email));
  const open = () => {
    setTyped('');
    deleting.reset();
    setStep('warning');
  };
  const close = () => setStep('closed');
  const isSure = typed.trim().toLowerCase() === user.email.toLowerCase();
  // After the deletion the page is on its way out, and the dialog stays busy until then.
  const isBusy = deleting.isPending || deleting.isSuccess;
  return (
    <AccountSection title={words.title} about={words.about}>
      <Button variant="danger-ghost" icon={Trash2} onClick={open} className="-ml-3 justify-self-start">
        {words.open}
      </Button>
      {/* One dialog with two questions, so that the focus never leaves it in between. */}
      {step === 'typing' ? (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={words.typing.title}
          description={words.typing.description(user.email)}
          confirmLabel={words.typing.action}
          isDanger
          isReady={isSure}
          isBusy={isBusy}
          onConfirm={() => deleting.mutate()}
          error={deleting.error === null ? undefined : errorMessage(deleting.error)}
        >
          <TypedAddress value={typed} onChange={setTyped} onEnter={() => isSure && !isBusy && deleting.mutate()} />
        </ConfirmDialog>
      ) : (
        <ConfirmDialog
          isOpen={step === 'warning'}
          onClose={close}
          title={words.warning.title}
          description={words.warning.description}
          confirmLabel={words.warning.action}
          isDanger
          onConfirm={() => setStep('typing')}
        >
          <WhatGoes />
        </ConfirmDialog>
      )}
    </AccountSection>
  );
}

function WhatGoes(): ReactNode {
  return (
    <div className="grid gap-3 text-sm">
      <ul className="list-disc pl-5">
        {words.warning.goes.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
      <p className="text-foreground-soft">{words.warning.hint}</p>
    </div>
  );
}

function TypedAddress({ value, onChange, onEnter }: { value: string; onChange: (value: string) => void; onEnter: () => void }) {
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    onEnter();
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label={words.typing.field}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // The dialog is open already, so it does not look for its first field again.
        ref={focusOnArrival}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </form>
  );
}

function focusOnArrival(field: HTMLInputElement | null) {
  field?.focus();
}
