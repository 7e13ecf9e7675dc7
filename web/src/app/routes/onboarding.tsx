import type { Settings } from '../../lib/settings';
import { Frame } from '../frame/frame';
import { type Step, StepsPage } from '../frame/steps-page';
import { NoticeLine, NoticeMain, NoticeTitle } from '../notice-page';
import { PageTitle } from '../page-title';

/** The first step of a new account. Until the analysis of websites comes it says so. */
export function Onboarding({ settings }: { settings: Settings }) {
  return (
    <Frame settings={settings}>
      <PageTitle>Website Analysis</PageTitle>
      <StepsPage steps={steps}>
        <NoticeMain>
          <NoticeTitle>Your account is ready</NoticeTitle>
          <NoticeLine>Reading your website is not open on this server yet; it will start right here.</NoticeLine>
        </NoticeMain>
      </StepsPage>
    </Frame>
  );
}

const steps: readonly Step[] = [
  { label: 'Website Analysis', state: 'current' },
  { label: 'Keywords', state: 'locked' },
];
