import { ArrowUpDown, Ear, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { ChoiceGroup } from '../../../ui/choice-group';
import { Content } from '../../../ui/content';
import { LoadError } from '../../../ui/load-error';
import { DetailsActions, PhoneBar } from '../../../ui/details-actions';
import { DetailsBar } from '../../../ui/details-bar';
import { DetailsHead } from '../../../ui/details-head';
import { IconButton } from '../../../ui/icon-button';
import { ListNotices } from '../../../ui/list-notices';
import { ListRow, RowMeta } from '../../../ui/list-row';
import { LoadMore } from '../../../ui/load-more';
import { Popover } from '../../../ui/popover';
import { RejectedToggle } from '../../../ui/rejected-toggle';
import { RowAction } from '../../../ui/row-action';
import { RowCounts } from '../../../ui/row-counts';
import { RunningStrip } from '../../../ui/running-strip';
import { SearchField } from '../../../ui/search-field';
import { Select } from '../../../ui/select';
import { TextTabs } from '../../../ui/text-tabs';
import { TrendChart } from '../../../ui/trend-chart';
import { TwoPanes } from '../../../ui/two-panes';
import { VirtualList } from '../../../lists/virtual-list';
import { Board } from './board';

/** The parts of a list with its details, put together as the tabs do it. */
export function Screens() {
  return (
    <>
      <Board title="A list and its details">
        <div className="h-160 overflow-hidden rounded-card border border-border shadow-xs">
          <TwoPanes listLabel="Mentions" list={<ListExample />} details={<DetailsExample />} />
        </div>
      </Board>
      <Board title="A list that cannot be read">
        <div className="rounded-card border border-border bg-card">
          <LoadError title="Could not load mentions" why="Failed to fetch mentions: Service Unavailable" onRetry={nothing} />
        </div>
      </Board>
      <Board title="The bar of a phone below what is read">
        <PhoneBar source="reddit" href={reddit} />
      </Board>
    </>
  );
}

function ListExample() {
  const [selected, setSelected] = useState<string>();
  const [failures, setFailures] = useState([{ what: 'comments of r/freelance', why: 'It is unavailable right now.' }]);
  return (
    <>
      <FiltersExample />
      <RunningStrip
        title="Listening for your brand"
        percent={44}
        seed="mentions"
        elapsed="1:24 so far"
        found="12 found"
        promise="may take 4-5 min"
      />
      <ListNotices
        failures={failures}
        failuresLabel="Some sources could not be searched:"
        onDismissFailures={() => setFailures([])}
        staleBecause={undefined}
        onRetry={nothing}
      />
      <TrendExample />
      <h2 className="sr-only">Mentions</h2>
      <VirtualList
        label="Mentions"
        items={titles}
        keyOf={same}
        estimate={97}
        total={164}
        activeKey={selected}
        onMove={nothing}
        footer={<LoadMore label="Load More Mentions" onLoad={nothing} isLoading={false} />}
      >
        {(title, place) => (
          <ListRow
            key={title}
            {...place}
            title={title}
            onOpen={() => setSelected(title)}
            isSelected={title === selected}
            isUnread={title !== titles[1]}
            meta={<RowMeta place="r/freelance" author="u/inkandinvoice" age="3h ago" />}
            stats={<RowCounts source="reddit" score={41} comments={18} />}
            tags={<Badge tone="neutral">Neutral</Badge>}
            action={
              <RowAction
                rejectLabel="Reject mention"
                title={title}
                isRejected={title === titles[3]}
                onReject={nothing}
                onRestore={nothing}
                tabIndex={place.tabIndex}
              />
            }
          />
        )}
      </VirtualList>
    </>
  );
}

function FiltersExample() {
  const [text, setText] = useState('');
  const [sort, setSort] = useState<'new' | 'popular'>('new');
  const [intent, setIntent] = useState('all');
  const [isRejected, setRejected] = useState(false);
  const [state, setState] = useState<'open' | 'saved'>('open');
  return (
    <div className="grid flex-none gap-2 px-4 py-3">
      <SearchField label="Search mentions" placeholder="Search mentions" text={text} onText={setText} enterHint="Find new ones" />
      <div className="flex min-w-0 items-center gap-1">
        <Select label="Order" icon={ArrowUpDown} options={sortings} value={sort} onValueChange={setSort} className="min-w-0" />
        <Popover label="More filters" trigger={<IconButton icon={ListFilter} label="More filters" />}>
          <ChoiceGroup label="Intent" options={intents} value={intent} onChange={setIntent} />
        </Popover>
      </div>
      <TextTabs label="State" tabs={states} value={isRejected ? undefined : state} onChange={setState}>
        <RejectedToggle isOn={isRejected} onChange={setRejected} />
      </TextTabs>
    </div>
  );
}

const states = [
  { value: 'open', label: 'Open', count: 122 },
  { value: 'saved', label: 'Saved', count: 4 },
] as const;

function TrendExample() {
  return (
    <TrendChart
      title="Mentions by day"
      total={days.reduce((sum, { up, middle, down }) => sum + up + middle + down, 0)}
      about="mentions, last 30 days"
      days={days}
      legend={{ up: 'Positive', middle: 'Neutral', down: 'Negative' }}
      summary="How many mentions there were on each of the last 30 days."
      columns={['Day', 'Positive', 'Neutral', 'Negative']}
    />
  );
}

function DetailsExample() {
  return (
    <>
      <DetailsBar backLabel="Mentions" onBack={nothing} thing="mention" position="2 of 164" onPrevious={nothing} onNext={undefined}>
        <DetailsActions source="reddit" href={reddit} isRejected={false} onReject={nothing} onRestore={nothing} isPhone={false} />
      </DetailsBar>
      <article className="px-8 pt-6">
        <DetailsHead
          source="reddit"
          subreddit="smallbusiness"
          author="oak_and_ivy_studio"
          age="7h ago"
          title="Paperlark reminder emails landing in spam?"
          titleRef={null}
          score={9}
          scoreLabel="score"
          comments={14}
        >
          <Badge tone="negative">Negative</Badge>
        </DetailsHead>
        <div className="mt-5 border-t border-border pt-5">
          <Content raw="Has anyone else had **Paperlark** reminders go to junk?" marked={['Paperlark']} />
          <Button icon={Ear} className="mt-5">
            Search Mentions
          </Button>
        </div>
      </article>
    </>
  );
}

const titles = [
  'Switched from spreadsheets to Paperlark',
  'Paperlark reminder emails landing in spam?',
  'Comparing invoicing tools for a two-person studio',
  'Folded a paper lark for every species',
] as const;
const sortings = [
  { value: 'new', label: 'Newest' },
  { value: 'popular', label: 'Most Popular' },
] as const;
const intents = ['all', 'buying', 'comparison', 'question'].map((value) => ({ value, label: value }));
const reddit = 'https://www.reddit.com/';

// Any shape will do, as long as it is the same every time.
const days = Array.from({ length: 30 }, (_, index) => {
  const [up, middle, down] = [(index * 7) % 9, (index * 5) % 3, index % 4 === 0 ? (index * 3) % 5 : 0];
  const name = `Day ${index + 1}`;
  return { name, longName: name, up, middle, down, counts: [up, middle, down] };
});

const same = (title: string) => title;

function nothing() {}
