import { Hourglass } from 'lucide-react';
import { EmptyList } from '../../lists/empty-list';
import { ListPane } from '../../lists/list-pane';
import { messages } from './messages';
import { whyNoPosts, withoutPostFilters } from './post-filters';
import { NoPosts } from './no-posts';
import { PostRow } from './post-row';
import { PostFilterBar } from './post-filter-bar';
import type { PostsScreenState } from './posts-screen';
import { useDiscovery } from './use-discovery';
import { usePostExport } from './use-posts';

/** The left pane of the Search tab. */
export function PostsPane({ screen }: { screen: PostsScreenState }) {
  const { filters, list } = screen;
  const discovery = useDiscovery();
  const { exportCsv, isExporting } = usePostExport(filters);
  const reason = whyNoPosts(filters);
  const onExport = list.items.length === 0 ? undefined : exportCsv;
  const find = (query: string) => discovery.start({ sort: filters.sort, query });
  const waiting = list.newest?.waiting ?? 0;
  return (
    <ListPane
      {...{ screen, messages, onExport, isExporting, rowHeight }}
      count={messages.count(list.total, list.items.length)}
      job={discovery}
      filterBar={<PostFilterBar {...{ screen, onExport }} onDiscover={find} />}
      notices={waiting > 0 && !filters.isRejected && <WaitingPosts count={waiting} />}
      isFirstRun={reason === 'none'}
      empty={
        <EmptyList {...{ reason, screen, messages, withoutFilters: withoutPostFilters }} job={discovery}>
          <NoPosts onFind={() => find('')} />
        </EmptyList>
      }
      row={PostRow}
    />
  );
}

/** Posts that the plan has no room for this month. */
function WaitingPosts({ count }: { count: number }) {
  return (
    <p className="flex items-start gap-2 text-xs text-foreground-soft">
      <Hourglass size={14} aria-hidden="true" className="mt-px flex-none text-value" />
      <span>
        <span className="font-semibold text-foreground">{messages.waiting(count)}.</span> {messages.waitingWhy}
      </span>
    </p>
  );
}

const rowHeight = 113;
