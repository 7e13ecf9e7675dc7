import { Eye, EyeOff } from 'lucide-react';
import { ariaShortcut } from '../lib/platform';
import { Button } from './button';
import { cx } from './classes';

/** Shows what was rejected instead of the list. Label and icon say what pressing it does. */
export function RejectedToggle({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Button
      variant="ghost"
      icon={isOn ? EyeOff : Eye}
      aria-pressed={isOn}
      aria-keyshortcuts={ariaShortcut(['Shift', 'X'])}
      onClick={() => onChange(!isOn)}
      className={cx('h-8 px-2!', isOn && 'bg-primary-soft text-primary-text')}
    >
      {/* On the smallest screens the icon has to do. */}
      <span className="max-[22.5rem]:sr-only">{isOn ? 'Hide Rejected' : 'Show Rejected'}</span>
    </Button>
  );
}
