import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun, SunMoon, UserRound } from 'lucide-react';
import { signOut, type SignedInUser, useSession } from '../../features/identity/session';
import { chooseTheme, useThemeChoice } from '../../lib/theme';
import { Avatar } from '../../ui/avatar';
import { Menu, MenuHeader, MenuItem, MenuNote, MenuRadioGroup, MenuSeparator } from '../../ui/menu';
import { useFrame } from './frame-context';
import type { FrameLayout } from './layout';

/** Who is signed in, and what they can do about it. On phones a sheet from the bottom edge. */
export function UserMenu({ place }: { place: keyof typeof places }) {
  const session = useSession();
  const theme = useThemeChoice();
  const { settings, showAccount, showShortcuts } = useFrame();
  if (session.state !== 'signed-in') return null;
  const { user } = session;
  const name = displayName(user);
  return (
    <Menu isSheetOnPhone {...places[place]} trigger={place === 'sidebar' ? <WideTrigger user={user} /> : <AvatarTrigger name={name} />}>
      <MenuHeader name={name} email={user.email} avatar={<Avatar name={name} />} />
      <MenuSeparator />
      <MenuItem icon={UserRound} label="Account…" onSelect={showAccount} />
      <MenuRadioGroup look="segments" label="Theme" icon={SunMoon} options={themes} value={theme} onValueChange={chooseTheme} />
      <MenuItem icon={Keyboard} label="Keyboard shortcuts" shortcut={['?']} onSelect={showShortcuts} />
      <MenuSeparator />
      <MenuItem icon={LogOut} label="Sign Out" onSelect={() => void signOut('local')} />
      <MenuNote>Earshot {settings.version}</MenuNote>
    </Menu>
  );
}

function WideTrigger({ user, ...trigger }: { user: SignedInUser }) {
  const name = displayName(user);
  return (
    <button type="button" {...trigger} className={wide}>
      <Avatar name={name} />
      <span className="grid min-w-0 flex-1">
        <span className="sr-only">User menu:</span>
        <span className="truncate text-sm/4.5 font-semibold">{name}</span>
        <span className="truncate text-2xs text-muted-foreground">{user.email}</span>
      </span>
      <ChevronsUpDown size={16} aria-hidden="true" className="flex-none text-muted-foreground" />
    </button>
  );
}

function AvatarTrigger({ name, ...trigger }: { name: string }) {
  return (
    <button type="button" {...trigger} aria-label="User menu" className={round}>
      <Avatar name={name} />
    </button>
  );
}

/** The name people gave; without one, the part of their address before the @. */
export function displayName({ fullName, email }: Pick<SignedInUser, 'fullName' | 'email'>): string {
  const name = fullName.trim();
  return name === '' ? email.replace(/@.*/u, '') : name;
}

const wide =
  'flex w-full items-center gap-2.5 rounded-md p-1.5 text-left transition-colors duration-(--dur-instant) ' +
  'hover:bg-hover data-[state=open]:bg-hover touch:min-h-(--touch)';

const round = 'grid size-8 flex-none place-items-center rounded-full touch:-mx-1.5 touch:size-(--touch)';

const places = {
  sidebar: { side: 'top', align: 'start' },
  rail: { side: 'right', align: 'end' },
  header: { side: 'bottom', align: 'end' },
} as const satisfies Record<Exclude<FrameLayout, 'phone'> | 'header', object>;

export const themes = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const;
