import { ArrowBigUp, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { type SourceName, voteLabel } from '../lib/source';

/** Score and comments at the right of a row's meta line, where its source has them. */
export function RowCounts({ source, score, comments }: { source: SourceName; score: number; comments: number }) {
  const votes = voteLabel(source, score);
  if (votes === undefined) return null;
  return (
    <>
      <RowCount icon={<ArrowBigUp size={14} aria-hidden="true" />} label={`${score} ${votes}`} value={score} />
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
