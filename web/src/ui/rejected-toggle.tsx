import { Eye, EyeOff } from 'lucide-react';
import { ariaShortcut } from '../lib/platform';
import { Button } from './button';
import { cx } from './classes';
import { IconButton } from './icon-button';

type RejectedToggleProps = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** `narrow` gives the label up where its pane is narrow, `icon` always, with an outline: for bars that hold much. */
  look?: 'label' | 'narrow' | 'icon';
};

/** Shows what was rejected instead of the list. Label and icon say what pressing it does. */
export function RejectedToggle({ isOn, onChange, look = 'label' }: RejectedToggleProps) {
  const label = isOn ? 'Hide Rejected' : 'Show Rejected';
  const icon = isOn ? EyeOff : Eye;
  const toggle = () => onChange(!isOn);
  if (look === 'icon') {
    return (
      <IconButton
        variant="outline"
        icon={icon}
        label={label}
        shortcut={shortcut}
        aria-pressed={isOn}
        onClick={toggle}
        className={cx(isOn && 'border-primary-line! bg-primary-soft! text-primary-text!')}
      />
    );
  }
  return (
    <Button
      variant="ghost"
      icon={icon}
      aria-pressed={isOn}
      aria-keyshortcuts={ariaShortcut(shortcut)}
      onClick={toggle}
      className={cx('h-8 px-2!', isOn && 'bg-primary-soft text-primary-text')}
    >
      {/* On the smallest screens the icon has to do. */}
      <span className={cx('max-[22.5rem]:sr-only', look === 'narrow' && '@max-[28.5rem]:sr-only')}>{label}</span>
    </Button>
  );
}

const shortcut = ['Shift', 'X'];
