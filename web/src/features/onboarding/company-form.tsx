import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { errorMessage } from '../../api/errors';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextArea, TextField } from '../../ui/field';
import { showSuccess } from '../../ui/toast';
import { AnalysisWave } from './analysis-progress';
import { type Company, companiesKey, correctCompany } from './api';
import { CompanyProposal } from './company-proposal';
import {
  companyFields,
  correctionOf,
  type CompanyField,
  type CompanyText,
  companyTextOf,
  longestCompanyText,
  proposalsOf,
} from './company-rules';
import { messages } from './messages';
import { useAnalysis } from './use-analysis';
import { spokenAddress } from './website';

const words = messages.company;

/** Name, industry and description, with what the website says beside them once it was asked again. */
export function CompanyForm({ userId, company }: { userId: string; company: Company }) {
  const [edits, setEdits] = useState<Partial<CompanyText>>({});
  const [isNameMissing, setNameMissing] = useState(false);
  const [siteSays, setSiteSays] = useState<CompanyText>();
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const { analysing, analyse } = useAnalysis(userId);
  const written = { ...companyTextOf(company), ...edits };
  const correction = correctionOf(company, written);
  const saving = useMutation({ mutationFn: correctCompany });

  const write = (field: CompanyField, text: string) => {
    setEdits((now) => ({ ...now, [field]: text }));
    if (field === 'company_name') setNameMissing(false);
  };
  const focusOn = (field: CompanyField) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const take = (field: CompanyField, text: string) => {
    write(field, text);
    // Its button goes with the proposal.
    focusOn(field);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending || correction === undefined) return;
    if (written.company_name.trim() === '') {
      setNameMissing(true);
      focusOn('company_name');
      return;
    }
    saving.mutate(
      { id: company.id, correction },
      {
        onSuccess: (saved) => {
          queries.setQueryData(companiesKey(userId), saved);
          setEdits({});
          showSuccess(words.saved);
        },
      },
    );
  };
  const analyseAgain = () =>
    analyse({
      url: company.website_url,
      onDone: ({ analysisData: { companyName, industry, description } }) => {
        setSiteSays({ company_name: companyName, industry: industry ?? '', description: description ?? '' });
        // Fields that the user has not changed follow the server.
        void queries.invalidateQueries({ queryKey: companiesKey(userId) });
      },
      onFailed: () => {},
    });

  return (
    <form ref={form} noValidate onSubmit={save} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p className="min-w-0 wrap-anywhere">
          <span className="text-muted-foreground">{words.website}</span>{' '}
          <span className="font-medium">{spokenAddress(company.website_url)}</span>
        </p>
        <Button size="sm" icon={RefreshCw} isBusy={analysing.state === 'running'} onClick={analyseAgain}>
          {words.analyse}
        </Button>
      </div>
      {analysing.state === 'running' && <AnalysisWave analysing={analysing} height={30} />}
      {siteSays !== undefined && analysing.state === 'resting' && (
        <CompanyProposal proposals={proposalsOf(siteSays, written)} onTake={take} onKeep={() => setSiteSays(undefined)} />
      )}
      {companyFields.map((field) => {
        const Field = field === 'description' ? TextArea : TextField;
        return (
          <Field
            key={field}
            name={field}
            label={words.fields[field]}
            autoComplete={field === 'company_name' ? 'organization' : 'off'}
            maxLength={longestCompanyText[field]}
            value={written[field]}
            onChange={(event) => write(field, event.target.value)}
            error={field === 'company_name' && isNameMissing ? words.nameMissing : undefined}
          />
        );
      })}
      {saving.error !== null && <Alert kind="error">{errorMessage(saving.error)}</Alert>}
      <Button type="submit" isBusy={saving.isPending} disabled={correction === undefined} className="justify-self-end max-md:w-full">
        {words.save}
      </Button>
    </form>
  );
}
