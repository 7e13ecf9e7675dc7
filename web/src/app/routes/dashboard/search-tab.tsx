import { PaneBar, PaneBody, TwoPanes } from '../../frame/pane';
import { FirstRun } from '../../../ui/empty-state';
import { NothingSelected } from './nothing-selected';

/** Relevant Posts. Until discovery comes it is empty, and says why. */
export function SearchTab() {
  return (
    <TwoPanes
      listLabel="Posts"
      list={
        <>
          <PaneBar title="Relevant Posts" status="0 posts found (0 loaded)" />
          <PaneBody className="grid content-center">
            <FirstRun title="No Reddit posts found">
              Posts worth answering will be listed here once listening to Reddit is open on this server.
            </FirstRun>
          </PaneBody>
        </>
      }
      details={<NothingSelected>Select a post to view details</NothingSelected>}
    />
  );
}
