import { useQuery } from '@tanstack/react-query';
import { useSettledValue } from '../../lib/settled-value';
import { cx } from '../../ui/classes';
import { Slider } from '../../ui/slider';
import { type Matches, matches as matchesOf, type Preferences } from './api';
import { barsOf, countFrom, highestMatch, isBarAbove, lowestMatch, rateOf } from './match-rates';
import { messages } from './messages';
import { SettingRow } from './setting-row';
import type { PreferenceSaving } from './use-preferences';

const words = messages.match;

type MinimumMatchProps = { userId: string; preferences: Preferences; save: PreferenceSaving['save'] };

/** Which posts are worth a message, and how many that would have been. */
export function MinimumMatch({ userId, preferences, save }: MinimumMatchProps) {
  const { data } = useQuery(matchesOf(userId));
  const { value, move, rest } = useSettledValue(preferences.minimum_match, (chosen) => save({ minimum_match: chosen }), restMs);
  const known = data !== undefined && data.days > 0 ? data : undefined;
  return (
    <SettingRow label={words.label} about={known && words.about(known.days)}>
      <div className="flex items-baseline gap-2 text-sm tabular-nums">
        <span className="text-lg font-semibold">{value}</span>{' '}
        {known === undefined ? (
          <span className="text-muted-foreground">{data !== undefined && words.unknown}</span>
        ) : (
          <>
            <Rate matches={known} minimum={value} />
            <span className="ml-auto flex-none text-xs text-muted-foreground">{words.posts(countFrom(known, value), known.total)}</span>
          </>
        )}
      </div>
      {known !== undefined && known.total > 0 && <Histogram matches={known} minimum={value} />}
      <Slider
        label={words.label}
        value={value}
        min={lowestMatch}
        max={highestMatch}
        valueText={valueText(known, value)}
        onChange={move}
        onCommit={rest}
      />
      <p aria-hidden="true" className="flex justify-between text-2xs text-muted-foreground">
        <span>{words.lowest}</span>
        <span>{words.highest}</span>
      </p>
    </SettingRow>
  );
}

/** Keys come in series; what they lead to is saved once. */
const restMs = 400;

function Rate({ matches, minimum }: { matches: Matches; minimum: number }) {
  const { about, rate } = rateOf(matches, minimum);
  return (
    <span className="min-w-0 text-foreground-soft">
      {about} <strong className="font-semibold text-foreground">{rate}</strong>
    </span>
  );
}

/** The slider says the same in words. */
function Histogram({ matches, minimum }: { matches: Matches; minimum: number }) {
  const bars = barsOf(matches);
  const highest = Math.max(...bars, 1);
  return (
    // As wide as the way of the thumb's middle, so that each bar stands over its match.
    <div aria-hidden="true" className="mt-2 flex h-9 items-end px-2.5 touch:px-3.5">
      {bars.map((count, bar) => (
        // oxlint-disable-next-line react/no-array-index-key -- A bar is its place.
        <span key={bar} className="flex flex-1 items-end justify-center">
          <span
            className={cx(
              'w-2 max-w-[70%] min-h-0.5 rounded-full',
              isBarAbove(bar, minimum) ? 'bg-primary forced:bg-[Highlight]' : 'bg-wave-rest forced:bg-[GrayText]',
            )}
            style={{ height: Math.round((count / highest) * barHeight) }}
          />
        </span>
      ))}
    </div>
  );
}

const barHeight = 34;

function valueText(matches: Matches | undefined, minimum: number): string {
  if (matches === undefined) return String(minimum);
  const { about, rate } = rateOf(matches, minimum);
  return [`${minimum},`, about, rate].filter((word) => word !== undefined).join(' ');
}
