import { useQuery } from '@tanstack/react-query';
import { Check, Globe } from 'lucide-react';
import { seconds } from '../../lib/time';
import { useDebouncedValue } from '../../lib/debounced-value';
import { Badge } from '../../ui/badge';
import { cx } from '../../ui/classes';
import { websitePreview } from './api';
import { messages } from './messages';
import { parseReason, type UnreadableReason } from './unreadable-site';
import { parseWebsite } from './website';

const words = messages.preview;

/** The site that the typed address leads to. It has its place from the start, so that nothing moves when it is found. */
export function SitePreview({ typedUrl }: { typedUrl: string }) {
  const typed = parseWebsite(typedUrl);
  const isAddress = typed.kind === 'valid';
  const { state, icon, reason } = useSiteLook(isAddress ? typed.url : undefined);
  return (
    <div className="flex items-center gap-3 rounded-lg bg-sunken p-3">
      <SiteIcon icon={icon} size="lg" />
      <div className="min-w-0 flex-1">
        <p className={cx('truncate text-list', isAddress ? 'font-semibold' : 'text-foreground-soft')}>
          {isAddress ? typed.host : words.empty}
        </p>
        <p role="status" className="text-xs text-foreground-soft">
          {reason === undefined ? about[state] : messages.unreadable[reason]}
        </p>
      </div>
      {state === 'found' && (
        <Badge tone="positive" icon={Check}>
          {words.found}
        </Badge>
      )}
    </div>
  );
}

/** A site's own icon in a box that is always there; a globe where there is none. */
export function SiteIcon({ icon, size }: { icon: string | null; size: keyof typeof sizes }) {
  const isPicture = icon?.startsWith('data:image/') === true;
  return (
    <span aria-hidden="true" className={cx(iconBox, sizes[size])}>
      {isPicture ? <img src={icon} alt="" className="size-full object-contain" /> : <Globe size={18} />}
    </span>
  );
}

type SiteLook = { state: keyof typeof about; icon: string | null; reason?: UnreadableReason };

/** Looks for the site when the typing pauses. Whether the look itself fails says nothing about the site. */
function useSiteLook(url: string | undefined): SiteLook {
  const settled = useDebouncedValue(url, lookAfterMs);
  const isSettled = settled === url;
  const { data, isError } = useQuery({ ...websitePreview(url ?? ''), enabled: url !== undefined && isSettled });
  if (url === undefined) return { state: 'nothing', icon: null };
  if (isError) return { state: 'unknown', icon: null };
  if (data === undefined) return { state: 'looking', icon: null };
  const icon = data.icon ?? null;
  if (data.readable === 'no') return { state: 'unreadable', icon, reason: parseReason(data.reason) };
  return data.found ? { state: 'found', icon } : { state: 'unreadable', icon, reason: 'unreachable' };
}

const about = {
  nothing: words.emptyAbout,
  looking: words.looking,
  found: words.reads,
  unreadable: messages.unreadable.unknown,
  unknown: words.reads,
} as const;

const iconBox = 'grid flex-none place-items-center overflow-hidden rounded-md bg-card text-muted-foreground';
const sizes = { md: 'size-9', lg: 'size-10' } as const;
const lookAfterMs = seconds(0.4);
