import { Link } from 'react-router';
import { cx } from '../../ui/classes';
import { LogoMark, Wordmark } from '../../ui/logo';
import { useVisit } from '../guarded';
import { logoDestination } from '../guards';
import { useFrame } from './frame-context';

/** The logo leads to a page of the app or out to the marketing site, as the spec says for each state. */
export function LogoLink({ look = 'wordmark' }: { look?: 'wordmark' | 'tile' }) {
  const { settings } = useFrame();
  const destination = logoDestination(useVisit());
  const link = {
    ...(look === 'tile' && { 'aria-label': 'Earshot' }),
    // The tile is smaller than a finger; what is added around it takes no room.
    className: cx(
      'grid flex-none place-items-center rounded-md no-underline touch:min-h-(--touch) touch:min-w-(--touch)',
      look === 'tile' && 'touch:-mx-2',
    ),
  };
  const logo = look === 'tile' ? <LogoMark size={28} /> : <Wordmark />;
  return destination === 'marketing-site' ? (
    <a href={settings.marketingUrl} {...link}>
      {logo}
    </a>
  ) : (
    <Link to={destination} {...link}>
      {logo}
    </Link>
  );
}
