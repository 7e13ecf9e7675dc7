import { ArrowBigUp, MessageCircle } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { authorLabel, commentPrefix, placeLabel, type SourceName } from '../lib/source';
import { SourceMark } from './source-mark';

type DetailsHeadProps = {
  source: SourceName;
  subreddit: string;
  author: string;
  /** No post of its own: 'Comment in r/freelance'. */
  isComment?: boolean;
  age: string;
  /** The title, maybe with words marked in it. */
  title: ReactNode;
  titleRef: Ref<HTMLHeadingElement>;
  score: number;
  /** 'upvotes', 'score'; without one, the source has no figures. */
  scoreLabel: string | undefined;
  comments: number;
  /** After the figures: badges and what belongs to them. */
  children?: ReactNode;
};

/** Above a text: where it stands, by whom, how old, its title and its figures. */
export function DetailsHead(props: DetailsHeadProps) {
  const { source, subreddit, author, isComment = false, age, title, titleRef, score, scoreLabel, comments, children } = props;
  const writer = authorLabel(source, author);
  return (
    <>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-foreground-soft">
        <span>
          <SourceMark source={source} />
          {isComment && `${commentPrefix(source)} `}
          <span className="font-semibold text-foreground">{placeLabel(source, subreddit)}</span>
        </span>
        {writer !== undefined && (
          <>
            <span aria-hidden="true">·</span>
            <span className="min-w-0 truncate">{writer}</span>
          </>
        )}
        <span aria-hidden="true">·</span>
        <span className="tabular-nums">{age}</span>
      </p>
      <h2 ref={titleRef} tabIndex={-1} className="mt-1.5 text-xl wrap-anywhere outline-none">
        {title}
      </h2>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-foreground-soft">
        {scoreLabel !== undefined && (
          <>
            <Figure icon={<ArrowBigUp size={16} aria-hidden="true" />} value={score} label={scoreLabel} />
            <Figure
              icon={<MessageCircle size={16} aria-hidden="true" />}
              value={comments}
              label={comments === 1 ? 'comment' : 'comments'}
            />
          </>
        )}
        {children}
      </div>
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
