import { Download } from 'lucide-react';
import { Button } from '../../../ui/button';
import { showSuccess } from '../../../ui/toast';
import { useAccountAction } from './account-action';
import { downloadData } from './account-requests';
import { accountMessages } from './messages';
import { AccountSection } from './account-section';

const words = accountMessages.download;

export function DataSection() {
  const downloading = useAccountAction(downloadData, () => showSuccess(words.saved));
  return (
    <AccountSection title={words.title} about={words.about} failure={downloading.error}>
      <Button icon={Download} isBusy={downloading.isPending} onClick={() => downloading.mutate()} className="justify-self-start">
        {words.action}
      </Button>
    </AccountSection>
  );
}
