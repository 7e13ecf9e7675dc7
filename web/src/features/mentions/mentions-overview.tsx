import { useQuery } from '@tanstack/react-query';
import { PaneBody } from '../../ui/pane';
import { PartBoundary } from '../../ui/part-boundary';
import { mentionStats } from './api';
import { MentionsTrend } from './mentions-trend';
import { messages } from './messages';

/** In the details pane while no mention is open: how many there were, day by day. */
export function MentionsOverview({ userId }: { userId: string }) {
  const { data: stats } = useQuery(mentionStats(userId));
  return (
    <>
      <header className="flex h-(--bar) flex-none items-center border-b border-border px-8">
        <h2 className="text-list tracking-normal">{messages.trend.overview}</h2>
      </header>
      <PaneBody>
        <div className="grid max-w-180 gap-6 px-8 py-6">
          {stats !== undefined && (
            <PartBoundary subject={stats} instead={null}>
              <div className="@container overflow-hidden rounded-card border border-border bg-card shadow-xs *:border-b-0">
                <MentionsTrend stats={stats} />
              </div>
            </PartBoundary>
          )}
          <p className="text-center text-sm text-foreground-soft">{messages.nothingSelected}</p>
        </div>
      </PaneBody>
    </>
  );
}
