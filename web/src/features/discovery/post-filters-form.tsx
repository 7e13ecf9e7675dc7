import { Download } from 'lucide-react';
import type { AddressChange, HistoryMove } from '../../lib/address-state';
import { useDebouncedText } from '../../lib/debounced-text';
import { sharedMessages } from '../../lists/messages';
import { Button } from '../../ui/button';
import { ChoiceChip } from '../../ui/chip';
import { ChoiceGroup } from '../../ui/choice-group';
import { TextField } from '../../ui/field';
import {
  countOfFilters,
  type PostFilters,
  minScores,
  type NamesYou,
  namesYouChoices,
  postParameters,
  rankChoices,
  subredditsOf,
  timeframes,
  withoutPostFilters,
} from './post-filters';
import { messages } from './messages';

const words = messages.filters;

/** A place to filter by: what the filter calls it, and what people read. */
export type FilterPlace = { name: string; label: string };

type PostFiltersFormProps = {
  filters: PostFilters;
  onChange: (changes: AddressChange, move: HistoryMove) => void;
  places: readonly FilterPlace[];
  /** How many of the posts under these filters name the company. */
  namesYou: number | undefined;
  /** Only where there is no room for it elsewhere. */
  onExport: (() => void) | undefined;
};

/** When, how relevant, where. Each choice takes effect at once. */
export function PostFiltersForm({ filters, onChange, places, namesYou, onExport }: PostFiltersFormProps) {
  const scores = [...new Set([...minScores, filters.minScore])].toSorted((one, other) => one - other);
  return (
    <div className="grid gap-4">
      <ChoiceGroup
        label={words.timeframe}
        options={timeframes.map((timeframe) => ({ value: timeframe, label: words.timeframes[timeframe] }))}
        value={filters.timeframe}
        onChange={(timeframe) => onChange({ [postParameters.timeframe]: timeframe }, 'push')}
      />
      <ChoiceGroup
        label={words.minScore}
        options={scores.map((score) => ({ value: String(score), label: score === 0 ? words.anyScore : `${score}+` }))}
        value={String(filters.minScore)}
        onChange={(score) => onChange({ [postParameters.minScore]: score }, 'push')}
      />
      <ChoiceGroup
        label={words.rank}
        options={rankChoices.map((rank) => ({ value: rank, label: words.ranks[rank] }))}
        value={filters.rank}
        onChange={(rank) => onChange({ [postParameters.rank]: rank }, 'push')}
      />
      <ChoiceGroup
        label={messages.namesYou}
        options={namesYouChoices.map((choice) => ({ value: choice, label: namesYouLabel(choice, filters, namesYou) }))}
        value={filters.namesYou}
        onChange={(choice) => onChange({ [postParameters.namesYou]: choice }, 'push')}
      />
      <Subreddits {...{ filters, onChange, places }} />
      <div className="flex justify-between gap-2 border-t border-border pt-3">
        <Button
          variant="ghost"
          size="sm"
          disabled={countOfFilters(filters) === 0}
          onClick={() => onChange(withoutPostFilters, 'push')}
          className="-ml-2.5"
        >
          {sharedMessages.empty.clearFilters}
        </Button>
        {onExport !== undefined && (
          <Button size="sm" icon={Download} onClick={onExport} className="md:hidden">
            {sharedMessages.export}
          </Button>
        )}
      </div>
    </div>
  );
}

function Subreddits({ filters, onChange, places }: Omit<PostFiltersFormProps, 'onExport' | 'namesYou'>) {
  const change = (listed: string) => onChange({ [postParameters.subreddits]: listed }, 'replace');
  const { text, setText } = useDebouncedText(filters.subreddits.join(','), change, typingPauseMs, listedIn);
  const isChosen = (name: string) => filters.subreddits.some((chosen) => chosen.toLowerCase() === name.toLowerCase());
  const toggle = (name: string) => {
    const others = filters.subreddits.filter((chosen) => chosen.toLowerCase() !== name.toLowerCase());
    const next = isChosen(name) ? others : [...others, name];
    setText(next.join(','));
    onChange({ [postParameters.subreddits]: next.join(',') }, 'push');
  };
  return (
    <div className="grid gap-2">
      <TextField
        label={words.subreddits}
        placeholder={words.subredditsExample}
        help={words.subredditsHelp}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {places.length > 0 && (
        <div role="group" aria-label={words.subreddits} className="flex flex-wrap gap-1.5">
          {places.map(({ name, label }) => (
            <ChoiceChip key={name} isChosen={isChosen(name)} onChoose={() => toggle(name)}>
              {label}
            </ChoiceChip>
          ))}
        </div>
      )}
    </div>
  );
}

/** With how many there are, unless they are hidden: then the server does not count them. */
function namesYouLabel(choice: NamesYou, filters: PostFilters, count: number | undefined): string {
  const label = words.namesYou[choice];
  return choice !== 'only' || count === undefined || filters.namesYou === 'hide' ? label : words.counted(label, count);
}

const typingPauseMs = 600;
const listedIn = (text: string) => subredditsOf(text).join(',');
