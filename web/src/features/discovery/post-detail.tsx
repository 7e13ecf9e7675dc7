import { type ReactNode, type Ref, useState } from 'react';
import { ageLabel } from '../../lib/age';
import { readDraft, saveDraft } from '../../lib/drafts';
import { pageAddress } from '../../lib/page-address';
import { voteLabel } from '../../lib/source';
import { type GeneratorPlace, ItemDetail, type ItemDetailState } from '../../lists/item-detail';
import { RowNote } from '../../lists/row-note';
import { Chip } from '../../ui/chip';
import { Content } from '../../ui/content';
import { DetailsHead } from '../../ui/details-head';
import { Highlighted } from '../../ui/highlighted';
import { PaneBody } from '../../ui/pane';
import type { Post } from './api';
import { messages } from './messages';
import { PostBadges } from './post-badges';
import { quotedNeed, RelevanceReasons } from './relevance-reasons';

const words = messages.detail;

/** What another feature adds to a post, to answer it. */
export type PostGenerator = (post: Post, place: GeneratorPlace, onAnswer: () => void) => ReactNode;

type PostDetailProps = {
  post: Post;
  state: ItemDetailState;
  generator?: PostGenerator | undefined;
};

/** A post to read, and what can be done about it. */
export function PostDetail({ post, state, generator }: PostDetailProps) {
  const { now, titleRef } = state;
  const [isWhyOpen, setWhyOpen] = useWhyOpen();
  return (
    <ItemDetail
      state={state}
      messages={words}
      source={post.source}
      href={pageAddress(post.source, post.permalink)}
      author={post.author}
      isRejected={post.rejected}
      generator={generator && ((place) => generator(post, place, () => state.onMove('answered')))}
    >
      <PaneBody>
        <article className="max-w-180 px-8 pt-6 pb-14 max-md:px-5 max-md:pt-5">
          <PostHeading post={post} now={now} titleRef={titleRef} marked={isWhyOpen ? wordsIn(post, isTitle) : none} />
          <RowNote state={state} answerUrl={post.answer_url} />
          <RelevanceReasons post={post} now={now} isOpen={isWhyOpen} onOpenChange={setWhyOpen} onReject={state.onReject} />
          <div className="mt-3 border-t border-border pt-5">
            <Content key={post.id} raw={post.content} marked={isWhyOpen ? wordsIn(post, isBody) : none} />
          </div>
        </article>
      </PaneBody>
    </ItemDetail>
  );
}

/** Whoever wants to see why wants it for the next post, and tomorrow, too. */
function useWhyOpen(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => readDraft(whyOpenName) === true);
  const change = (next: boolean) => {
    saveDraft(whyOpenName, next);
    setOpen(next);
  };
  return [isOpen, change];
}

const whyOpenName = 'why-open';

function PostHeading({
  post,
  now,
  titleRef,
  marked,
}: {
  post: Post;
  now: number;
  titleRef: Ref<HTMLHeadingElement>;
  marked: readonly string[];
}) {
  const { source, subreddit, author, score, comments } = post;
  return (
    <>
      <DetailsHead
        {...{ source, subreddit, author, score, comments, titleRef }}
        isComment={post.kind === 'comment'}
        age={ageLabel(post.created_at, now)}
        title={<Highlighted text={post.title} words={marked} />}
        scoreLabel={voteLabel(source, score)}
      >
        <span className="flex items-center gap-2 empty:hidden">
          <PostBadges post={post} now={now} rankNote={words.onGoogle} />
        </span>
      </DetailsHead>
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

const none: readonly string[] = [];
const isTitle = (field: string) => field === 'title';
const isBody = (field: string) => field !== 'title' && field !== 'subreddit' && field !== 'author';

/** The words that matched, and the sentence that is quoted. */
function wordsIn(post: Post, isWanted: (field: string) => boolean): readonly string[] {
  const need = quotedNeed(post);
  return [...(need === undefined ? [] : [need]), ...matchedWords(post, isWanted)];
}

function matchedWords({ matched }: Post, isWanted: (field: string) => boolean): readonly string[] {
  return (matched ?? []).filter(({ field }) => isWanted(field)).map(({ word }) => word);
}
