import { useSkeleton } from '../../lib/skeleton';
import { keyText } from '../../lib/platform';
import { Kbd } from '../../ui/kbd';
import { Loader } from '../../ui/loader';
import { Skeleton } from '../../ui/skeleton';
import { CommentText } from './comment-text';
import { DraftActions } from './draft-actions';
import { DraftChecks } from './draft-checks';
import { DraftControls, SettingsRow } from './draft-controls';
import { DraftNotices } from './draft-notices';
import { useFollowEnd } from './follow-end';
import { messages } from './messages';
import type { Generator } from './use-generator';
import { VersionLine } from './version-line';
import { questionCount } from './word-count';

/** The draft between its controls and its actions; what is long scrolls in the middle. */
export function DraftPanel({ generator, hasControls }: { generator: Generator; hasControls: boolean }) {
  const { ref, onScroll } = useFollowEnd(generator.streamed);
  const hasText = hasDraftText(generator);
  return (
    <div onKeyDownCapture={generator.onKeyDownCapture} className="flex min-h-0 flex-1 flex-col">
      <div className="grid flex-none gap-3 px-5 pt-3 empty:hidden">
        {hasControls && (
          <div className="flex min-w-0 gap-2">
            <DraftControls generator={generator} />
          </div>
        )}
        <SettingsRow generator={generator} />
        <DraftNotices generator={generator} />
      </div>
      {hasText ? (
        <>
          <div className="flex-none px-5 pt-2 pb-1">
            <VersionLine generator={generator} />
          </div>
          <div ref={ref} onScroll={onScroll} className={scrolled}>
            <DraftText generator={generator} />
          </div>
          <div className="grid flex-none gap-2 px-5 pt-3 pb-4">
            <DraftActions generator={generator} />
            {!generator.isGenerating && <p className="text-xs text-muted-foreground">{messages.reminder}</p>}
          </div>
        </>
      ) : (
        <div className="grid min-h-0 flex-1 content-center overflow-y-auto px-5 py-4">
          <NoDraft generator={generator} />
        </div>
      )}
    </div>
  );
}

const scrolled = 'min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-1 [scrollbar-width:thin]';

export function hasDraftText({ view }: Generator): boolean {
  return view.state === 'generating' || view.state === 'result';
}

/** The text, what was checked of it, and what happens if it went wrong once. */
export function DraftText({ generator }: { generator: Generator }) {
  const { draft, isGenerating } = generator;
  return (
    <>
      <CommentText generator={generator} />
      {draft?.problem === 'cut_off' && !isGenerating && <p className="mt-2.5 text-xs text-muted-foreground">{messages.cutOffHelp}</p>}
      <DraftChecks generator={generator} />
    </>
  );
}

/** What the panel is for, while it is empty. */
export function NoDraft({ generator }: { generator: Generator }) {
  const { view, post, answered } = generator;
  const isLoading = useSkeleton(view.state === 'looking') === 'skeleton';
  if (isLoading) return <LoadingDraft />;
  if (view.state !== 'empty') return null;
  const questions = questionCount(`${post.title}\n${post.content ?? ''}`);
  return (
    <div className="grid justify-items-center gap-3 text-center text-sm text-foreground-soft">
      <Loader size={28} isStill className="text-wave-rest" />
      <p className="max-w-66">{view.isLost ? messages.lost : answered === undefined ? messages.help(questions) : messages.answeredHelp}</p>
      {answered === undefined && (
        <p className="flex items-center gap-1.5 text-xs touch:hidden">
          <Kbd>{keyText('Mod')}</Kbd>
          <Kbd>{keyText('Enter')}</Kbd> {messages.helpKeys}
        </p>
      )}
    </div>
  );
}

function LoadingDraft() {
  return (
    <div role="status" aria-label={messages.loading} className="grid gap-4 self-start">
      {['one', 'two'].map((block) => (
        <div key={block} className="grid gap-2.5">
          <Skeleton className="h-3 w-[56%]" />
          <Skeleton className="h-14 w-full" />
        </div>
      ))}
    </div>
  );
}
