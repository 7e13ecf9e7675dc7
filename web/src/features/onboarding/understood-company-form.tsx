import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { errorMessage } from '../../api/errors';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextArea, TextField } from '../../ui/field';
import { companiesKey, correctCompany, ownCompany } from './api';
import { longestCompanyText } from './company-rules';
import { DescribeLink } from './describe-link';
import { messages } from './messages';
import type { AnalysedSite, CompanyEdit } from './onboarding-draft';
import type { OnboardingFlow } from './use-onboarding';

const words = messages.understood;

type UnderstoodCompanyFormProps = {
  onboarding: OnboardingFlow;
  site: AnalysedSite;
  nameField: RefObject<HTMLInputElement | null>;
  onDescribe: () => void;
};

/** Name and description as their owner would put them. What stands in the fields outlives Back and a reload. */
export function UnderstoodCompanyForm({ onboarding, site, nameField, onDescribe }: UnderstoodCompanyFormProps) {
  const written = onboarding.work.companyEdit ?? site;
  const [isNameMissing, setNameMissing] = useState(false);
  const saving = useSavedCompany(onboarding, site);
  const write = (part: Partial<CompanyEdit>) => {
    if (part.companyName !== undefined) setNameMissing(false);
    onboarding.note({ companyEdit: { companyName: written.companyName, description: written.description, ...part } });
  };
  const close = () => onboarding.note({ companyEdit: null });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const correction = correctionOf(site, written);
    setNameMissing(written.companyName.trim() === '');
    if (written.companyName.trim() === '') nameField.current?.focus();
    else if (correction === undefined) close();
    else saving.mutate(correction);
  };
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !saving.isPending) close();
  };
  return (
    <form noValidate aria-label={words.form} onSubmit={save} className="grid min-w-0 flex-1 gap-3">
      <TextField
        ref={nameField}
        name="company_name"
        label={messages.company.fields.company_name}
        autoComplete="organization"
        maxLength={longestCompanyText.company_name}
        onKeyDown={closeByEscape}
        value={written.companyName}
        onChange={(event) => write({ companyName: event.target.value })}
        error={isNameMissing ? messages.company.nameMissing : undefined}
      />
      <TextArea
        name="description"
        label={messages.company.fields.description}
        autoComplete="off"
        maxLength={longestCompanyText.description}
        onKeyDown={closeByEscape}
        value={written.description}
        onChange={(event) => write({ description: event.target.value })}
      />
      {saving.error !== null && <Alert kind="error">{errorMessage(saving.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={close} disabled={saving.isPending}>
          {words.cancel}
        </Button>
        <Button type="submit" isBusy={saving.isPending}>
          {words.save}
        </Button>
      </div>
      <DescribeLink question={messages.website.notRight} onPress={onDescribe} />
    </form>
  );
}

function useSavedCompany({ userId, correct }: OnboardingFlow, { companyId }: AnalysedSite) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ companyName, description }: Partial<CompanyEdit>) => {
      // A draft of an older page does not know the id.
      const id = companyId ?? (await queries.fetchQuery(ownCompany(userId)))?.id ?? '';
      const correction = {
        ...(companyName !== undefined && { company_name: companyName }),
        ...(description !== undefined && { description }),
      };
      return correctCompany({ id, correction });
    },
    // Here, not at the call: it counts also when the step was left meanwhile.
    onSuccess: (saved, correction) => {
      queries.setQueryData(companiesKey(userId), saved);
      correct(correction);
    },
  });
}

/** What of the written differs from what was understood; nothing if it is all the same. */
function correctionOf(site: AnalysedSite, written: CompanyEdit): Partial<CompanyEdit> | undefined {
  const [companyName, description] = [written.companyName.trim(), written.description.trim()];
  if (companyName === site.companyName && description === site.description) return undefined;
  return {
    ...(companyName !== site.companyName && { companyName }),
    ...(description !== site.description && { description }),
  };
}
