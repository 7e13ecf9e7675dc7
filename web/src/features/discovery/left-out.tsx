import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../api/errors';
import { readDraft, saveDraft } from '../../lib/drafts';
import { pageAddress, sourceOfAddress } from '../../lib/page-address';
import { placeLabel } from '../../lib/source';
import { readAnew } from '../../lists/held-lists';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SourceMark } from '../../ui/source-mark';
import { showError, showSuccess } from '../../ui/toast';
import { leftOut, type LeftOutPost, leftOutKey, type Lesson, postsKey, restoreLeftOut, restorePost } from './api';
import { messages } from './messages';

const words = messages.learning;

/** What rejecting has taught: a line above the rows while there is something new to review. */
export function useLeftOutNotice(userId: string) {
  // A failure is silent: the list is there without it.
  const { data: posts = [] } = useQuery(leftOut(userId));
  const [seen, setSeen] = useState(() => readDraft(seenName(userId)));
  const [isOpen, setOpen] = useState(false);
  const fresh = posts.filter(({ leftOutAt }) => typeof seen !== 'string' || Date.parse(leftOutAt) > Date.parse(seen)).length;
  const review = () => {
    const newest = posts[0]?.leftOutAt;
    saveDraft(seenName(userId), newest);
    setSeen(newest);
    setOpen(true);
  };
  return {
    line: fresh > 0 && <LeftOutLine count={fresh} onReview={review} />,
    sheet: <LeftOutSheet {...{ userId, posts, isOpen }} onClose={() => setOpen(false)} />,
  };
}

const seenName = (userId: string) => `left-out-seen-${userId}`;

function LeftOutLine({ count, onReview }: { count: number; onReview: () => void }) {
  return (
    <p className="flex items-center gap-2.5 text-sm">
      <Ban size={16} aria-hidden="true" className="flex-none text-foreground-soft" />
      <span className="min-w-0 flex-1">{words.leftOut(count)}</span>
      <Button variant="ghost" size="sm" onClick={onReview} className="text-primary-text!">
        {words.review}
      </Button>
    </p>
  );
}

type LeftOutSheetProps = { userId: string; posts: readonly LeftOutPost[]; isOpen: boolean; onClose: () => void };

/** What was left out and why; each can come back, and each lesson can end. */
function LeftOutSheet({ userId, posts, isOpen, onClose }: LeftOutSheetProps) {
  const { bringBack, bringAllBack, unlearn, isBusy } = useLeftOutActions(userId);
  const lessons = lessonsOf(posts);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      description={words.about}
      size="lg"
      footer={
        posts.length > 0 && (
          <Button icon={Undo2} isBusy={isBusy} onClick={bringAllBack}>
            {words.bringAllBack}
          </Button>
        )
      }
    >
      {posts.length === 0 ? (
        <p className="text-sm text-foreground-soft">{words.none}</p>
      ) : (
        <ul aria-label={words.title} className="divide-y divide-border">
          {posts.map((post) => (
            <LeftOutItem key={post.id} post={post} onBringBack={() => bringBack(post)} />
          ))}
        </ul>
      )}
      {lessons.length > 0 && (
        <section aria-label={words.lessons} className="mt-5">
          <h3 className="mb-1 font-sans text-xs font-semibold">{words.lessons}</h3>
          <ul aria-label={words.lessons} className="divide-y divide-border">
            {lessons.map((lesson) => (
              <li key={lesson.postId} className="flex items-center gap-3 py-2 text-sm">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {lesson.title}
                  {hasReason(lesson) && <span className="block text-xs text-muted-foreground">{lesson.reason}</span>}
                </span>
                <Button size="sm" aria-description={lesson.title} onClick={() => unlearn(lesson)}>
                  {words.unlearn}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

function LeftOutItem({ post, onBringBack }: { post: LeftOutPost; onBringBack: () => void }) {
  const source = sourceOfAddress(post.permalink);
  return (
    <li className="flex items-center gap-3 py-2.5 text-sm">
      <span className="min-w-0 flex-1">
        <a href={pageAddress(source, post.permalink)} target="_blank" rel="noopener noreferrer" className="font-medium wrap-anywhere">
          {post.title}
        </a>
        <span className="block text-xs text-muted-foreground">
          <SourceMark source={source} />
          {placeLabel(source, post.subreddit)}
          {post.because !== null && post.because !== undefined && ` · ${words.because(post.because.title)}`}
        </span>
      </span>
      <Button size="sm" aria-description={post.title} onClick={onBringBack}>
        {words.bringBack}
      </Button>
    </li>
  );
}

function useLeftOutActions(userId: string) {
  const queries = useQueryClient();
  const onSettled = () => {
    for (const queryKey of [leftOutKey(userId), postsKey(userId)]) readAnew(queries, queryKey);
  };
  const restoring = useMutation({
    mutationFn: restoreLeftOut,
    onSuccess: (count) => void showSuccess(words.broughtBack(count)),
    onError: tellFailed,
    onSettled,
  });
  const unlearning = useMutation({
    mutationFn: ({ postId }: Lesson) => restorePost(postId),
    onSuccess: (_answer, { title }) => void showSuccess(words.unlearned, { description: title }),
    onError: tellFailed,
    onSettled,
  });
  return {
    bringBack: ({ id }: LeftOutPost) => restoring.mutate([id]),
    bringAllBack: () => restoring.mutate('all'),
    unlearn: (lesson: Lesson) => unlearning.mutate(lesson),
    isBusy: restoring.isPending,
  };
}

function tellFailed(failure: unknown): void {
  showError(words.failed, { description: errorMessage(failure) });
}

/** Each rejected post that kept something out, once. */
function lessonsOf(posts: readonly LeftOutPost[]): readonly Lesson[] {
  const lessons = posts.map(({ because }) => because).filter((because) => because !== null && because !== undefined);
  return [...new Map(lessons.map((lesson) => [lesson.postId, lesson])).values()];
}

function hasReason({ reason }: Lesson): boolean {
  return reason !== null && reason !== undefined && reason !== '';
}
