import { ArrowBigUp, MessageCircle } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

type DetailsHeadProps = {
  subreddit: string;
  author: string;
  /** Before the subreddit, for what is no post of its own: 'Comment in'. */
  placePrefix?: string | undefined;
  age: string;
  /** The title, maybe with words marked in it. */
  title: ReactNode;
  titleRef: Ref<HTMLHeadingElement>;
  score: number;
  /** 'upvotes', 'score' */
  scoreLabel: string;
  comments: number;
  /** After the figures: badges and what belongs to them. */
  children?: ReactNode;
};

/** Above a text: where it stands, by whom, how old, its title and its figures. */
export function DetailsHead(props: DetailsHeadProps) {
  const { subreddit, author, placePrefix, age, title, titleRef, score, scoreLabel, comments, children } = props;
  return (
    <>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-foreground-soft">
        <span>
          {placePrefix !== undefined && `${placePrefix} `}
          <span className="font-semibold text-foreground">r/{subreddit}</span>
        </span>
        <span aria-hidden="true">·</span>
        <span className="min-w-0 truncate">u/{author}</span>
        <span aria-hidden="true">·</span>
        <span className="tabular-nums">{age}</span>
      </p>
      <h2 ref={titleRef} tabIndex={-1} className="mt-1.5 text-xl wrap-anywhere outline-none">
        {title}
      </h2>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-foreground-soft">
        <Figure icon={<ArrowBigUp size={16} aria-hidden="true" />} value={score} label={scoreLabel} />
        <Figure icon={<MessageCircle size={16} aria-hidden="true" />} value={comments} label={comments === 1 ? 'comment' : 'comments'} />
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
