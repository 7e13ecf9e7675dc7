import { RotateCw } from 'lucide-react';
import { forgetDrafts } from '../../lib/drafts';
import { Button } from '../../ui/button';
import { BrokenWave } from '../../ui/wave';
import { NoticeLine, NoticePage, NoticeTitle } from '../notice-page';
import { PageTitle } from '../page-title';
import { paths } from '../paths';

/** What a person sees when a screen breaks. It asks for no data, so that it cannot break too. */
export function RenderError() {
  return (
    <NoticePage>
      <PageTitle>Something went wrong</PageTitle>
      <div className="mt-4.5 w-full max-w-[549px]">
        <BrokenWave />
      </div>
      <div className="mt-15.5" role="alert">
        <NoticeTitle>Something went wrong</NoticeTitle>
        <NoticeLine>This screen failed to load. Try again, or reset the page.</NoticeLine>
      </div>
      <div className="flex flex-wrap justify-center gap-2.5">
        <Button variant="primary" size="lg" icon={RotateCw} onClick={() => window.location.reload()}>
          Try Again
        </Button>
        <Button size="lg" onClick={startAfresh}>
          Reset
        </Button>
      </div>
    </NoticePage>
  );
}

// Drafts may be what broke the screen. Answers of the server are kept in memory only and go with the
// page; the session stays, so nobody has to sign in again.
function startAfresh() {
  forgetDrafts();
  window.location.assign(paths.home);
}
