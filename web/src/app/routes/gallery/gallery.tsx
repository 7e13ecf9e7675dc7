import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, useThemeChoice } from '../../../lib/theme';
import { Wordmark } from '../../../ui/logo';
import { Segmented } from '../../../ui/segmented';
import { TooltipProvider } from '../../../ui/tooltip';
import { PageTitle } from '../../page-title';
import { Controls } from './controls';
import { Colours } from './colours';
import { Layers } from './layers';
import { Lists } from './lists';
import { Screens } from './screens';
import { LoadingStates } from './loading-states';

/** Every primitive in every state on one page, to be held beside the design. In development only. */
export function Component() {
  return (
    <TooltipProvider>
      <PageTitle>Gallery</PageTitle>
      <div className="mx-auto grid max-w-180 grid-cols-1 gap-9 px-5 py-9">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <Wordmark />
          <ThemeSwitch />
        </header>
        <main className="grid grid-cols-1 gap-9">
          <h1 className="sr-only">Gallery</h1>
          <Colours />
          <Controls />
          <Lists />
          <Screens />
          <LoadingStates />
          <Layers />
        </main>
      </div>
    </TooltipProvider>
  );
}

function ThemeSwitch() {
  const theme = useThemeChoice();
  return (
    <Segmented
      label="Theme"
      value={theme}
      onValueChange={chooseTheme}
      options={[
        { value: 'light', label: 'Light', icon: Sun },
        { value: 'dark', label: 'Dark', icon: Moon },
        { value: 'system', label: 'System', icon: Monitor },
      ]}
    />
  );
}
