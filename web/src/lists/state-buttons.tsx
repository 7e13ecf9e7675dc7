import { CheckSquare, Ellipsis, X } from 'lucide-react';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem } from '../ui/menu';
import { sharedMessages } from './messages';
import type { RowState } from './row-state';
import { stateActions } from './state-actions';

const words = sharedMessages.states;

type StateButtonsProps = {
  state: RowState;
  /** To another state, or back to open from that very one. */
  onMove: (to: RowState) => void;
  onReject: () => void;
};

/** In the bar above what is read: an icon each; on phones one button that opens them as a sheet. */
export function DetailStateActions({ state, isMenu, onMove, onReject }: StateButtonsProps & { isMenu: boolean }) {
  if (isMenu) return <StateMenu {...{ state, onMove }} {...(state !== 'rejected' && { onReject })} />;
  return stateActions(state).map(({ target, label, icon, key }) => (
    <IconButton key={target} icon={icon} label={label} shortcut={[key]} onClick={() => onMove(target)} />
  ));
}

type RowStateButtonsProps = StateButtonsProps & {
  /** Of the row; says which one is meant. */
  title: string;
  rejectLabel: string;
  tabIndex: 0 | -1;
};

/** In place of the counts of a row: Save and Mark as answered. Where the list is narrow, the x as well. */
export function RowStateButtons({ state, title, rejectLabel, tabIndex, onMove, onReject }: RowStateButtonsProps) {
  return (
    <>
      {stateActions(state)
        .filter(({ target }) => target !== 'won')
        .map(({ target, label, icon, key }) => (
          <IconButton
            key={target}
            icon={icon}
            size="sm"
            label={label}
            shortcut={[key]}
            aria-description={title}
            tabIndex={tabIndex}
            onClick={() => onMove(target)}
          />
        ))}
      <span className="hidden lg:@max-[25rem]:contents">
        <IconButton
          icon={X}
          size="sm"
          variant="negative"
          label={rejectLabel}
          shortcut={['X']}
          aria-description={title}
          tabIndex={tabIndex}
          onClick={onReject}
        />
      </span>
    </>
  );
}

type StateMenuProps = Pick<StateButtonsProps, 'state' | 'onMove'> & {
  /** Left out for what is rejected already. */
  onReject?: () => void;
  /** Picks the row, so that others can join it. */
  onPick?: () => void;
  /** Of the row; says which one is meant. */
  title?: string;
  tabIndex?: 0 | -1;
  className?: string;
};

/** For fingers: one button, and everything that it does in a sheet. */
export function StateMenu({ state, onMove, onReject, onPick, title, ...button }: StateMenuProps) {
  return (
    <Menu
      isSheetOnPhone
      align="end"
      trigger={<IconButton icon={Ellipsis} label={words.more} {...(title !== undefined && { 'aria-description': title })} {...button} />}
    >
      {stateActions(state).map(({ target, label, short, icon }) => (
        <MenuItem key={target} icon={icon} label={target === state ? label : short} onSelect={() => onMove(target)} />
      ))}
      {onReject !== undefined && <MenuItem icon={X} label={words.short.reject} isDanger onSelect={onReject} />}
      {onPick !== undefined && <MenuItem icon={CheckSquare} label={sharedMessages.picked.pick} onSelect={onPick} />}
    </Menu>
  );
}
