import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { showSuccess } from '../../../ui/toast';
import { focusFirstError } from '../auth-screen/focus-first-error';
import { authMessages } from '../messages';
import { profileKey } from '../profile';
import type { SignedInUser } from '../session';
import { useAccountAction } from './account-action';
import { changeName } from './account-requests';
import { accountMessages } from './messages';
import { AccountSection, AccountForm } from './account-section';

const words = accountMessages.name;

export function NameSection({ user }: { user: SignedInUser }) {
  const [name, setName] = useState(user.fullName);
  const [complaint, setComplaint] = useState<string>();
  const queries = useQueryClient();
  const saving = useAccountAction(
    (fullName: string) => changeName(user, fullName),
    () => {
      showSuccess(words.saved);
      void queries.invalidateQueries({ queryKey: profileKey(user.id) });
    },
  );
  const save = (form: HTMLFormElement) => {
    const found = name.trim() === '' ? { name: authMessages.nameMissing } : {};
    setComplaint(found.name);
    if (!focusFirstError(form, found)) saving.mutate(name.trim());
  };
  return (
    <AccountSection title={words.title} failure={saving.error}>
      <AccountForm look="line" onSubmit={save}>
        <TextField
          name="name"
          label={words.field}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={complaint}
        />
        <Button type="submit" isBusy={saving.isPending}>
          {words.save}
        </Button>
      </AccountForm>
    </AccountSection>
  );
}
