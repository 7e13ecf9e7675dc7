import { useSearchParams } from 'react-router';
import type { Settings } from '../../lib/settings';
import { Frame } from '../frame/frame';
import { type Step, StepsPage } from '../frame/steps-page';
import { NoticeLine, NoticeMain, NoticeTitle } from '../notice-page';
import { PageTitle } from '../page-title';

/** Choosing a plan. Until payments come it says so. */
export function Payment({ settings }: { settings: Settings }) {
  const [search] = useSearchParams();
  // Somebody who comes back to a cancelled subscription is on no way through steps.
  const isComingBack = search.get('cancelled') === 'true';
  return (
    <Frame settings={settings}>
      <PageTitle>Plan</PageTitle>
      <StepsPage steps={isComingBack ? [] : steps}>
        <NoticeMain>
          <NoticeTitle>No plans to choose from yet</NoticeTitle>
          <NoticeLine>Payments are not open on this server yet, so nothing can be bought and nothing is charged.</NoticeLine>
        </NoticeMain>
      </StepsPage>
    </Frame>
  );
}

const steps: readonly Step[] = [
  { label: 'Website Analysis', state: 'done' },
  { label: 'Keywords', state: 'done' },
  { label: 'Plan', state: 'current' },
];
