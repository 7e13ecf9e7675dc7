import { Download } from 'lucide-react';
import { Button } from '../../../ui/button';
import { showSuccess } from '../../../ui/toast';
import { useAccountAction } from './account-action';
import { downloadData } from './account-calls';
import { messages } from './messages';
import { Section } from './section';

const words = messages.download;

export function DataSection() {
  const downloading = useAccountAction(downloadData, () => showSuccess(words.saved));
  return (
    <Section title={words.title} about={words.about} failure={downloading.error}>
      <Button icon={Download} isBusy={downloading.isPending} onClick={() => downloading.mutate()} className="justify-self-start">
        {words.action}
      </Button>
    </Section>
  );
}
