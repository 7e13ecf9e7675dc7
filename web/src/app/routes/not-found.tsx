import { FadingWave } from '../../ui/fading-wave';
import { NoticePage } from '../notice-page';

export function NotFound({ homeUrl }: { homeUrl: string }) {
  return (
    <NoticePage>
      <FadingWave />
      <p className="notice-code">404</p>
      <h1>This page is out of earshot</h1>
      <p className="lede">Nothing lives at this address. It may have moved, or the link has a typo.</p>
      <a className="button button-primary button-large" href={homeUrl}>
        Return to Home
      </a>
    </NoticePage>
  );
}
