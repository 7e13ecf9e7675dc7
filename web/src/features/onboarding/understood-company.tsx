import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { websitePreview } from './api';
import { UnderstoodCompanyForm } from './understood-company-form';
import { messages } from './messages';
import type { AnalysedSite } from './onboarding-draft';
import { SiteIcon } from './site-preview';
import type { OnboardingFlow } from './use-onboarding';
import { DescribeLink } from './describe-link';

const words = messages.understood;

type UnderstoodCompanyProps = {
  onboarding: OnboardingFlow;
  site: AnalysedSite;
  /** Leads to where it is said in a sentence instead. */
  onDescribe: () => void;
};

/** What Earshot understood, to be corrected right there. */
export function UnderstoodCompany({ onboarding, site, onDescribe }: UnderstoodCompanyProps) {
  const { url, companyName, description, isThin } = site;
  const { data: preview } = useQuery(websitePreview(url));
  const nameField = useRef<HTMLInputElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const isEditing = onboarding.work.companyEdit !== undefined && onboarding.work.companyEdit !== null;
  useFocusAfterwards(isEditing, editButton);
  const edit = () => {
    // At once, so that the field is there to take the focus.
    flushSync(() => onboarding.note({ companyEdit: { companyName, description } }));
    nameField.current?.focus();
  };
  return (
    <section aria-label={companyName} className="flex gap-3 border-b border-border bg-sunken p-4">
      <SiteIcon icon={preview?.icon ?? null} size="md" />
      {isEditing ? (
        <UnderstoodCompanyForm onboarding={onboarding} site={site} nameField={nameField} onDescribe={onDescribe} />
      ) : (
        <>
          <div className="min-w-0 flex-1 text-sm wrap-anywhere">
            <h2 className="font-sans">{companyName}</h2>
            <p className="text-foreground-soft">{description}</p>
            {isThin && (
              <>
                <p className="mt-2 flex items-start gap-1.5 text-xs text-foreground-soft">
                  <Info size={13} aria-hidden="true" className="mt-px flex-none" />
                  {messages.keywords.thin}
                </p>
                <DescribeLink question={messages.website.notRight} onPress={onDescribe} />
              </>
            )}
          </div>
          <button
            ref={editButton}
            type="button"
            aria-label={words.editLabel(companyName)}
            onClick={edit}
            className="-mt-1 -mr-1 flex-none self-start rounded-md px-2 py-1.5 text-xs font-medium text-foreground-soft hover:bg-hover hover:text-foreground touch:min-h-(--touch) touch:min-w-(--touch)"
          >
            {words.edit}
          </button>
        </>
      )}
    </section>
  );
}

/** When the fields close, the focus goes back to what opened them. */
function useFocusAfterwards(isEditing: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, button]);
}
