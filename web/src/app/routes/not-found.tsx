import { ButtonLink } from '../../ui/button';
import { FadingWave } from '../../ui/wave';
import { NoticeLine, NoticePage, NoticeTitle } from '../notice-page';
import { PageTitle } from '../page-title';

export function NotFound({ homeUrl }: { homeUrl: string }) {
  return (
    <NoticePage>
      <PageTitle>Page not found</PageTitle>
      <FadingWave />
      <p className="mt-9.5 mb-1 text-sm/4 font-semibold text-primary-text">404</p>
      <NoticeTitle>This page is out of earshot</NoticeTitle>
      <NoticeLine>There is no page at this address. It may have moved, or the link has a typo.</NoticeLine>
      <ButtonLink variant="primary" size="lg" href={homeUrl}>
        Return to Home
      </ButtonLink>
    </NoticePage>
  );
}
