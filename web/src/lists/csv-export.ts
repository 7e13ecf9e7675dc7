import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../lib/save-file';
import { showError } from '../ui/toast';
import type { ListMessages } from './messages';

type CsvExportOptions = {
  read: () => Promise<Blob>;
  messages: Pick<ListMessages, 'exportName' | 'exportFailed'>;
  errorText: (failure: unknown) => string;
};

/** Saves the list as a file. */
export function useCsvExport({ read, messages, errorText }: CsvExportOptions) {
  const { mutate, isPending } = useMutation({
    mutationFn: read,
    onSuccess: (file) => saveFile(file, messages.exportName),
    onError: (failure) => showError(messages.exportFailed, { description: errorText(failure) }),
  });
  return { exportCsv: () => mutate(), isExporting: isPending };
}
