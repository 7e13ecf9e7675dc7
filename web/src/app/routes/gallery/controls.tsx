import { ArrowDownUp, ArrowUpRight, Eye, Plus, RefreshCw, Search } from 'lucide-react';
import { useState } from 'react';
import { productFacts } from '../../../api/product';
import { Button, ButtonLink } from '../../../ui/button';
import { Accordion, Collapsible } from '../../../ui/collapsible';
import { TextArea, TextField } from '../../../ui/field';
import { IconButton } from '../../../ui/icon-button';
import { Kbd } from '../../../ui/kbd';
import { PasswordField } from '../../../ui/password-field';
import { Select } from '../../../ui/select';
import { Switch } from '../../../ui/switch';
import { TabPanel, Tabs } from '../../../ui/tabs';
import { Board, BoardLine } from './board';

/** Everything that is pressed, typed into or chosen from. */
export function Controls() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
      <Folds />
    </>
  );
}

function Buttons() {
  return (
    <Board title="Buttons">
      <BoardLine>
        <Button variant="primary">Primary</Button>
        <Button>Outline</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger">Reject Post</Button>
        <Button variant="danger-ghost">Cancel Trial</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" icon={Plus} isBusy>
          Saving
        </Button>
        <Button isBusy>Check again</Button>
      </BoardLine>
      <BoardLine>
        <Button variant="primary" size="lg" icon={Search}>
          Find Opportunities
        </Button>
        <Button size="sm">Small</Button>
        <ButtonLink href="#top" iconAfter={ArrowUpRight}>
          Visit Reddit
        </ButtonLink>
        <IconButton icon={RefreshCw} label="Refresh" shortcut={['R']} />
        <IconButton icon={RefreshCw} label="Refreshing" isTurning />
        <IconButton icon={Eye} label="Show Rejected" variant="outline" />
      </BoardLine>
    </Board>
  );
}

function Fields() {
  return (
    <Board title="Fields">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        <TextField label="Rest" placeholder="Example" help="One line of help." />
        <TextField
          label="Search"
          isLabelHidden={false}
          placeholder="Search posts"
          before={<Search size={15} aria-hidden="true" className="flex-none text-muted-foreground" />}
          after={<Kbd>⌘K</Kbd>}
        />
        <TextField label="Wrong" defaultValue="Wrong value" error="Please enter a valid website URL" />
        <PasswordField label="Password" isLarge defaultValue="correct horse" autoComplete="off" />
        <TextField label="Off" defaultValue="Read the analysis first" disabled isLarge />
        <TextArea
          label="Reason"
          defaultValue="Already answered: our founder replied here last week"
          help="Required. A few words are enough."
        />
      </div>
    </Board>
  );
}

function Choices() {
  const [sort, setSort] = useState<'relevance' | 'new' | 'popular'>('relevance');
  const [tone, setTone] = useState<'helpful' | 'casual'>('helpful');
  const [isOn, setOn] = useState(true);
  const [tab, setTab] = useState<'signin' | 'signup'>('signin');
  return (
    <Board title="Choices">
      <BoardLine>
        <Select label="Sort" icon={ArrowDownUp} options={sorts} value={sort} onValueChange={setSort} />
        <Select label="Tone" isLabelShown options={tones} value={tone} onValueChange={setTone} />
        <Select label="Unavailable" options={sorts} value="new" onValueChange={setSort} isDisabled />
        <Switch label="Email Notifications" isOn={isOn} onChange={setOn} />
        <Switch label="Saving" isOn isBusy onChange={setOn} />
        <Switch label="Not in this plan" isOn={false} isDisabled onChange={setOn} />
      </BoardLine>
      <Tabs
        label="Account"
        className="max-w-96"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'signin', label: 'Sign In' },
          { value: 'signup', label: 'Sign Up' },
        ]}
      >
        <TabPanel value="signin" className="pt-3 text-sm text-foreground-soft">
          Sign in to see what people are asking.
        </TabPanel>
        <TabPanel value="signup" className="pt-3 text-sm text-foreground-soft">
          It takes a minute.
        </TabPanel>
      </Tabs>
    </Board>
  );
}

function Folds() {
  return (
    <Board title="Folds">
      <Collapsible label="Settings" isOpenAtFirst>
        <p className="text-sm text-foreground-soft">The tone of the drafts.</p>
      </Collapsible>
      <Accordion
        items={[
          {
            question: 'What happens when the trial ends?',
            answer: `After ${productFacts().trialInWords} your card is charged for the plan you chose, and then once a month.`,
          },
          { question: 'Can I change plans later?', answer: 'Yes, in Settings, whenever you like.' },
        ]}
      />
    </Board>
  );
}

const sorts = [
  { value: 'relevance', label: 'Relevance' },
  { value: 'new', label: 'Newest' },
  { value: 'popular', label: 'Most Popular' },
] as const;

const tones = [
  { value: 'helpful', label: 'Helpful and professional' },
  { value: 'casual', label: 'Casual and friendly' },
] as const;
