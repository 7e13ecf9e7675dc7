import { Ear } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state';
import { NothingSelected } from '../../../ui/nothing-selected';
import { PaneBar, PaneBody } from '../../../ui/pane';
import { TwoPanes } from '../../../ui/two-panes';

/** Brand Mentions. Until they are searched for it is empty, and says why. */
export function MentionsTab() {
  return (
    <TwoPanes
      listLabel="Mentions"
      list={
        <>
          <PaneBar title="Brand Mentions" status="0 mentions found (0 loaded) • 0 unread" />
          <PaneBody className="grid content-center">
            <EmptyState icon={Ear} title="No mentions found">
              The places where your brand comes up will be listed here once listening to Reddit is open on this server.
            </EmptyState>
          </PaneBody>
        </>
      }
      details={<NothingSelected>Select a mention to view details</NothingSelected>}
    />
  );
}
