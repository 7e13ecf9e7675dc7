import { identityClient } from '../../../features/identity/client';
import { useSession } from '../../../features/identity/session';
import { ScanCard } from '../../../features/scanner/scan-card';
import type { FrameLayout } from '../../frame/layout';
import { type Tab, tabAddress } from '../../frame/tabs';

/** What the frame shows of the next scan. On a phone, Settings has it among its cards already. */
export function scanSlot(tab: Tab, search: URLSearchParams) {
  return (layout: FrameLayout) =>
    !(layout === 'phone' && tab === 'settings') && <NextScan layout={layout} settingsHref={`${tabAddress('settings', search)}#scanner`} />;
}

function NextScan({ layout, settingsHref }: { layout: FrameLayout; settingsHref: string }) {
  const session = useSession();
  if (session.state !== 'signed-in') return null;
  const { id } = session.user;
  return <ScanCard key={id} userId={id} tables={identityClient().tables} place={layout} settingsHref={settingsHref} />;
}
