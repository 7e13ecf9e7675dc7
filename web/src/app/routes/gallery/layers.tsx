import { Keyboard, LogOut, Monitor, Moon, Sun, SunMoon, User } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, useThemeChoice } from '../../../lib/theme';
import { Avatar } from '../../../ui/avatar';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Dialog } from '../../../ui/dialog';
import { TextArea } from '../../../ui/field';
import { Menu, MenuHeader, MenuItem, MenuRadioGroup, MenuSeparator } from '../../../ui/menu';
import { showError, showSuccess, showWaiting } from '../../../ui/toast';
import { Board, BoardLine } from './board';

/** What comes up above the page: dialogs, menus, toasts; and what a broken screen shows. */
export function Layers() {
  return (
    <>
      <Board title="Dialogs and menus">
        <BoardLine>
          <RejectDialogExample />
          <PlainDialog />
          <UserMenuExample />
        </BoardLine>
      </Board>
      <Board title="Toasts">
        <BoardLine>
          <Button onClick={() => showSuccess('Post Rejected', { description: 'The post has been removed from your list.' })}>
            Success
          </Button>
          <Button
            onClick={() =>
              showError('Error', {
                description: 'Failed to discover new posts. Please try again.',
                action: { label: 'Retry', onAction: () => showSuccess('Trying again') },
              })
            }
          >
            Failure
          </Button>
          <Button onClick={() => showWaiting('Searching for mentions', { description: 'May take 4-5 min.' })}>Waiting</Button>
        </BoardLine>
      </Board>
      <Board title="A screen that breaks">
        <BreakingButton />
      </Board>
    </>
  );
}

function RejectDialogExample() {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Reject…</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Reject this post?"
        description="It leaves your list. You can bring it back from Show Rejected."
        confirmLabel="Reject Post"
        isDanger
        isReady={reason.trim() !== ''}
        onConfirm={close}
      >
        <TextArea
          label="Reason"
          help="Required. A few words are enough."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}

function PlainDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Keyboard shortcuts…</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts" size="lg">
        <p className="text-sm text-foreground-soft">J and K move through the list.</p>
      </Dialog>
    </>
  );
}

function UserMenuExample() {
  const theme = useThemeChoice();
  return (
    <Menu trigger={<Button icon={User}>Nora Feld</Button>} isSheetOnPhone>
      <MenuHeader name="Nora Feld" email="nora@paperlark.example" avatar={<Avatar name="Nora Feld" />} />
      <MenuSeparator />
      <MenuRadioGroup
        label="Theme"
        icon={SunMoon}
        look="segments"
        value={theme}
        onValueChange={chooseTheme}
        options={[
          { value: 'light', label: 'Light', icon: Sun },
          { value: 'dark', label: 'Dark', icon: Moon },
          { value: 'system', label: 'System', icon: Monitor },
        ]}
      />
      <MenuItem icon={Keyboard} label="Keyboard shortcuts" shortcut={['?']} />
      <MenuSeparator />
      <MenuItem icon={LogOut} label="Sign Out" />
    </Menu>
  );
}

function BreakingButton() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('The gallery was asked to break.');
  return (
    <BoardLine>
      <Button variant="danger-ghost" onClick={() => setBroken(true)}>
        Break this screen
      </Button>
    </BoardLine>
  );
}
