import { ArrowBigUp, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';

/** Score and comments at the right of a row's meta line. */
export function RowCounts({ score, comments }: { score: number; comments: number }) {
  return (
    <>
      <RowCount icon={<ArrowBigUp size={14} aria-hidden="true" />} label={`${score} ${score === 1 ? 'upvote' : 'upvotes'}`} value={score} />
      <RowCount
        icon={<MessageCircle size={14} aria-hidden="true" />}
        label={`${comments} ${comments === 1 ? 'comment' : 'comments'}`}
        value={comments}
      />
    </>
  );
}

function RowCount({ icon, label, value }: { icon: ReactNode; label: string; value: number }) {
  return (
    <span className="flex items-center gap-1">
      {icon}
      <span aria-hidden="true">{value}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
