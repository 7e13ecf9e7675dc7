import { ChevronDown, ChevronUp, Clock, type LucideIcon, MessageCircleQuestion, Store } from 'lucide-react';
import { Collapsible as RadixCollapsible } from 'radix-ui';
import { ageInHours } from '../../lib/age';
import { useFeedback } from '../../lists/feedback';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { MatchLevel } from '../../ui/match-score';
import { WrongToggle } from '../../ui/wrong-toggle';
import { judgeMatch, type Post } from './api';
import { phrasesOf } from './badges';
import { messages } from './messages';

const words = messages.why;

type RelevanceReasonsProps = {
  post: Post;
  now: number;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onReject: () => void;
};

/**
 * Why a post has its score. Closed, it is one sentence; open, it says what they need, why you and why
 * now, and the quoted sentence and the words that matched are marked in the post.
 */
export function RelevanceReasons({ post, now, isOpen, onOpenChange, onReject }: RelevanceReasonsProps) {
  return (
    <RadixCollapsible.Root open={isOpen} onOpenChange={onOpenChange} className="rounded-lg border border-border bg-card">
      <RadixCollapsible.Trigger aria-label={words.title} className={triggerLook}>
        <span className={isOpen ? 'font-semibold text-title tabular-nums' : 'font-semibold text-sm tabular-nums'}>
          {post.relevance_score}
        </span>
        <MatchLevel value={post.relevance_score} isLarge={isOpen} />
        <span className="min-w-0 flex-1 text-left">
          {isOpen ? (
            <>
              <span className="block font-semibold text-sm">{words.title}</span>
              <span className="block text-foreground-soft text-xs">{words.meaning(post.relevance_score)}</span>
            </>
          ) : (
            <span className="line-clamp-2 text-foreground-soft text-sm wrap-anywhere">{reasonOf(post)}</span>
          )}
        </span>
        {isOpen ? <ChevronUp size={15} aria-hidden="true" className="flex-none" /> : <WhyHint />}
      </RadixCollapsible.Trigger>
      <RadixCollapsible.Content className="animate-fold overflow-hidden">
        <ReasonRows post={post} now={now} />
        <ReasonFoot post={post} onReject={onReject} />
      </RadixCollapsible.Content>
    </RadixCollapsible.Root>
  );
}

function WhyHint() {
  return (
    <span aria-hidden="true" className="flex flex-none items-center gap-1 font-label text-xs">
      {words.open}
      <ChevronDown size={15} />
    </span>
  );
}

function ReasonRows({ post, now }: { post: Post; now: number }) {
  const rows = reasonRows(post, now);
  if (rows.length === 0) return <p className="border-t border-border px-4 py-3 text-foreground-soft text-sm">{words.unknown}</p>;
  return (
    <>
      <dl aria-label={words.parts} className="mx-4 divide-y divide-border border-t border-border">
        {rows.map(({ part, label, detail, isQuote, icon: Icon }) => (
          <div key={part} className="flex flex-col gap-x-3 gap-y-0.5 py-3 text-sm md:flex-row">
            <dt className="flex w-28 flex-none items-start gap-2 text-foreground-soft">
              {Icon !== undefined && <Icon size={14} aria-hidden="true" className="mt-0.5 flex-none" />}
              {label}
            </dt>
            <dd className="min-w-0 flex-1 wrap-anywhere">{isQuote ? `“${detail}”` : detail}</dd>
          </div>
        ))}
      </dl>
      {(post.matched?.length ?? 0) > 0 && <p className="border-t border-border px-4 py-2.5 text-foreground-soft text-xs">{words.words}</p>}
    </>
  );
}

/** All searches that found it, and what to say when it is no lead or the match is wrong. */
function ReasonFoot({ post, onReject }: { post: Post; onReject: () => void }) {
  const { isWrong, toggle } = useFeedback({ item: post, listsKey: ['posts'], send: judgeMatch });
  const phrases = phrasesOf(post);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-border px-4 py-2.5 text-xs">
      {phrases.length > 0 && (
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
          <span className="text-foreground-soft">{words.foundBy}</span>
          <ul aria-label={words.foundBy} className="contents">
            {phrases.map((phrase) => (
              <li key={phrase} className="flex max-w-full">
                <Chip canShrink>{phrase}</Chip>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="ml-auto flex flex-none items-center gap-1">
        <WrongToggle about={words.wrongAbout} isOn={isWrong} onToggle={toggle} />
        {!post.rejected && (
          <Button variant="ghost" size="sm" onClick={onReject} className="underline! underline-offset-2">
            {words.notALead}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The sentence that is quoted as what the author needs. */
export function quotedNeed({ relevance_parts }: Post): string | undefined {
  return relevance_parts?.find(({ part }) => part === 'need')?.detail;
}

const triggerLook =
  'focus-inset flex min-h-10 w-full items-center gap-3 rounded-t-lg px-4 py-2 data-[state=closed]:rounded-b-lg ' +
  'transition-colors duration-(--dur-instant) hover:bg-hover touch:min-h-(--touch)';

type ReasonRow = { part: string; label: string; detail: string; isQuote: boolean; icon: LucideIcon | undefined };

/** The server says how old a post was when it was judged; people want to know how old it is. */
function reasonRows(post: Post, now: number): ReasonRow[] {
  return (post.relevance_parts ?? [])
    .map(({ part, detail }) => ({
      part,
      label: labelOf(part),
      detail: part === 'now' ? whyNow(post, now) : detail,
      isQuote: part === 'need' || part === 'fit',
      icon: icons[part],
    }))
    .filter(({ detail }) => detail !== '');
}

const icons: Record<string, LucideIcon | undefined> = { need: MessageCircleQuestion, fit: Store, now: Clock };

function whyNow({ source, created_at, comments, score, google_ranking }: Post, now: number): string {
  return words.now({ source, hours: ageInHours(created_at, now), comments, votes: score, rank: google_ranking ?? undefined });
}

function reasonOf({ relevance_reason }: Post): string {
  return relevance_reason === null || relevance_reason === undefined || relevance_reason === '' ? words.unknown : relevance_reason;
}

type Part = keyof typeof words.labels;

/** A newer server may name a part that this page does not know. */
function labelOf(part: string): string {
  return part in words.labels ? words.labels[part as Part] : words.otherPart;
}
