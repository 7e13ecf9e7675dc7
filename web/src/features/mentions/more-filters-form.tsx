import { CheckCheck, Download } from 'lucide-react';
import type { AddressChange, HistoryMove } from '../../lib/address-state';
import { sharedMessages } from '../../lists/messages';
import { Button } from '../../ui/button';
import { ChoiceGroup } from '../../ui/choice-group';
import { PopoverClose } from '../../ui/popover';
import { type MentionFilters, intents, mentionParameters } from './mention-filters';
import { messages } from './messages';

const words = messages.more;

type MoreFiltersFormProps = {
  filters: MentionFilters;
  onChange: (changes: AddressChange, move: HistoryMove) => void;
  onExport: (() => void) | undefined;
  onMarkAllRead: (() => void) | undefined;
};

/** By intent, and what can be done with all of them at once. A choice takes effect at once. */
export function MoreFiltersForm({ filters, onChange, onExport, onMarkAllRead }: MoreFiltersFormProps) {
  return (
    <div className="grid gap-4">
      <ChoiceGroup
        label={words.intent}
        options={intents.map((intent) => ({ value: intent, label: messages.intents[intent] }))}
        value={filters.intent}
        onChange={(intent) => onChange({ [mentionParameters.intent]: intent }, 'push')}
      />
      <div className="flex flex-wrap justify-between gap-2 border-t border-border pt-3">
        <PopoverClose asChild>
          <Button size="sm" icon={CheckCheck} disabled={onMarkAllRead === undefined} onClick={onMarkAllRead}>
            {words.markAllRead}
          </Button>
        </PopoverClose>
        <PopoverClose asChild>
          <Button size="sm" icon={Download} disabled={onExport === undefined} onClick={onExport}>
            {sharedMessages.export}
          </Button>
        </PopoverClose>
      </div>
    </div>
  );
}
