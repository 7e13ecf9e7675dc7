import { type ReactNode, useMemo, useState } from 'react';
import { TrackingSwitch } from '../../features/analytics/tracking-switch';
import { AccountSheet } from '../../features/identity/account-sheet/account-sheet';
import { useSession } from '../../features/identity/session';
import type { Settings } from '../../lib/settings';
import { TooltipProvider } from '../../ui/tooltip';
import { FrameContext } from './frame-context';
import { ShortcutSheet } from './shortcut-sheet';
import type { Tab } from './tabs';
import { useShortcuts } from './use-shortcuts';

type FrameProps = {
  settings: Settings;
  /** On a page with tabs. */
  openTab?: (tab: Tab) => void;
  children: ReactNode;
};

/** What every page of a signed-in person has around it: the keys, the shortcut sheet and the account sheet. */
export function Frame({ settings, openTab, children }: FrameProps) {
  const session = useSession();
  const [layer, setLayer] = useState<'none' | 'account' | 'shortcuts'>('none');
  const close = () => setLayer('none');
  const frame = useMemo(
    () => ({ settings, showAccount: () => setLayer('account'), showShortcuts: () => setLayer('shortcuts') }),
    [settings],
  );
  useShortcuts({ openTab, showShortcuts: frame.showShortcuts });
  return (
    <FrameContext value={frame}>
      <TooltipProvider>{children}</TooltipProvider>
      <ShortcutSheet isOpen={layer === 'shortcuts'} onClose={close} hasTabs={openTab !== undefined} />
      {session.state === 'signed-in' && (
        <AccountSheet
          isOpen={layer === 'account'}
          onClose={close}
          user={session.user}
          choices={settings.analytics !== null && <TrackingSwitch settings={settings} />}
        />
      )}
    </FrameContext>
  );
}
