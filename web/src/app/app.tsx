import { areMissing, type MissingSettings, type Settings } from '../lib/settings';
import { pageAt } from './paths';
import { FrontDoor } from './routes/front-door';
import { MissingSettingsPage } from './routes/missing-settings';
import { NotFound } from './routes/not-found';
import './app.css';

/** The whole web app: one address, one page. */
export function App({ settings, pathname }: { settings: Settings | MissingSettings; pathname: string }) {
  if (areMissing(settings)) return <MissingSettingsPage missing={settings.missing} />;
  return pageAt(pathname, settings) === 'front-door' ? <FrontDoor settings={settings} /> : <NotFound homeUrl={settings.marketingUrl} />;
}
