import { ArrowBigUp, ArrowUpRight, ExternalLink, MessageCircle, Undo2, X } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { ageLabel } from '../../lib/age';
import { redditAddress } from '../../lib/reddit-address';
import { Button, ButtonLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Content } from '../../ui/content';
import { DetailsBar } from '../../ui/details-bar';
import { IconButton } from '../../ui/icon-button';
import { Marked } from '../../ui/marked';
import { PaneBody } from '../../ui/pane';
import type { Post } from './api';
import { messages } from './messages';
import { PostBadges } from './post-badges';
import { Why } from './why';

const words = messages.detail;

/**
 * Where the AI Comment Generator goes: docked below the post, or on phones as the main button of the
 * bar at the bottom, which opens it as a sheet.
 */
export type GeneratorSlot = (post: Post, place: 'dock' | 'bar') => ReactNode;

type PostDetailProps = {
  post: Post;
  now: number;
  isPhone: boolean;
  position: string | undefined;
  onBack: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onReject: () => void;
  onRestore: () => void;
  generator?: GeneratorSlot | undefined;
  titleRef: Ref<HTMLHeadingElement>;
};

/** A post to read, and what can be done about it. */
export function PostDetail({ post, now, isPhone, position, onBack, onPrevious, onNext, onReject, onRestore, generator, titleRef }: PostDetailProps) {
  const [isWhyOpen, setWhyOpen] = useState(false);
  const dock = isPhone ? undefined : generator?.(post, 'dock');
  return (
    <>
      <DetailsBar backLabel={words.back} thing={words.thing} {...{ onBack, position, onPrevious, onNext }}>
        {isPhone ? <PhoneActions {...{ post, onReject, onRestore }} /> : <Actions {...{ post, onReject, onRestore }} />}
      </DetailsBar>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <PaneBody>
          <article className="max-w-180 px-8 pt-6 pb-14 max-md:px-5 max-md:pt-5">
            <Head post={post} now={now} titleRef={titleRef} marked={isWhyOpen ? wordsIn(post, isTitle) : none} />
            <Why post={post} isOpen={isWhyOpen} onOpenChange={setWhyOpen} />
            <div className="mt-3 border-t border-border pt-5">
              <Content key={post.id} raw={post.content} marked={isWhyOpen ? wordsIn(post, isBody) : none} />
            </div>
          </article>
        </PaneBody>
        {dock !== undefined && <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 bottom-0 h-14 bg-linear-to-t from-background to-transparent" />}
      </div>
      {dock}
      {isPhone && <PhoneBar post={post}>{generator?.(post, 'bar')}</PhoneBar>}
    </>
  );
}

function Head({ post, now, titleRef, marked }: { post: Post; now: number; titleRef: Ref<HTMLHeadingElement>; marked: readonly string[] }) {
  return (
    <>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-foreground-soft">
        <span className="font-semibold text-foreground">r/{post.subreddit}</span>
        <span aria-hidden="true">·</span>
        <span className="min-w-0 truncate">u/{post.author}</span>
        <span aria-hidden="true">·</span>
        <span className="tabular-nums">{ageLabel(post.created_at, now)}</span>
      </p>
      <h2 ref={titleRef} tabIndex={-1} className="mt-1.5 text-xl wrap-anywhere outline-none">
        <Marked text={post.title} words={marked} />
      </h2>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-foreground-soft">
        <Figure icon={<ArrowBigUp size={16} aria-hidden="true" />} value={post.score} label={words.upvotes} />
        <Figure icon={<MessageCircle size={16} aria-hidden="true" />} value={post.comments} label={words.comments} />
        <span className="flex items-center gap-2 empty:hidden">
          <PostBadges post={post} now={now} rankNote={words.onGoogle} />
        </span>
      </div>
      <ul aria-label="Keywords" className="mt-3 mb-3 flex flex-wrap gap-1.5">
        {post.keywords_matched.map((keyword) => (
          <li key={keyword} className="flex max-w-full">
            <Chip canShrink>{keyword}</Chip>
          </li>
        ))}
      </ul>
    </>
  );
}

function Figure({ icon, value, label }: { icon: ReactNode; value: number; label: string }) {
  return (
    <span className="flex items-center gap-1.5">
      {icon}
      <span>
        <span className="font-semibold text-foreground tabular-nums">{value}</span> {label}
      </span>
    </span>
  );
}

type ActionsProps = { post: Post; onReject: () => void; onRestore: () => void };

function Actions({ post, onReject, onRestore }: ActionsProps) {
  return (
    <>
      {post.rejected ? (
        <Button variant="ghost" icon={Undo2} aria-keyshortcuts="X" onClick={onRestore}>
          {words.restore}
        </Button>
      ) : (
        <Button variant="ghost" icon={X} aria-keyshortcuts="X" onClick={onReject}>
          {words.reject}
        </Button>
      )}
      <VisitLink post={post} className="ml-1" />
    </>
  );
}

function PhoneActions({ post, onReject, onRestore }: ActionsProps) {
  return (
    <>
      {post.rejected ? <IconButton icon={Undo2} label={words.restore} onClick={onRestore} /> : <IconButton icon={X} label={words.reject} onClick={onReject} />}
      <a {...visiting(post)} aria-label={words.visitName} className="grid size-(--touch) flex-none place-items-center rounded-md text-foreground-soft hover:bg-hover">
        <ExternalLink size={16} aria-hidden="true" />
      </a>
    </>
  );
}

/** The fixed bar at the bottom of a phone, in place of the tabs. */
function PhoneBar({ post, children }: { post: Post; children: ReactNode }) {
  return (
    <div className="z-(--z-bar) flex flex-none gap-2 border-t border-border bg-card px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] [&>*]:min-h-12">
      {children}
      <VisitLink post={post} className={children === undefined ? 'flex-1!' : ''} />
    </div>
  );
}

function VisitLink({ post, className }: { post: Post; className: string }) {
  return (
    <ButtonLink {...visiting(post)} aria-label={words.visitName} aria-keyshortcuts="O" iconAfter={ArrowUpRight} className={className}>
      {words.visit}
    </ButtonLink>
  );
}

function visiting(post: Post) {
  return { href: redditAddress(post.permalink), target: '_blank', rel: 'noopener noreferrer' } as const;
}

const none: readonly string[] = [];
const isTitle = (field: string) => field === 'title';
const isBody = (field: string) => field !== 'title' && field !== 'subreddit' && field !== 'author';

function wordsIn({ matched = [] }: Post, isWanted: (field: string) => boolean): readonly string[] {
  return matched.filter(({ field }) => isWanted(field)).map(({ word }) => word);
}
