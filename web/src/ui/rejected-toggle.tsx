import { ariaShortcut } from '../lib/platform';
import { tabLine, textTab } from './text-tabs';

/** Shows what was rejected instead of the list. Its words say what pressing it does. */
export function RejectedToggle({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-keyshortcuts={ariaShortcut(['Shift', 'X'])}
      onClick={() => onChange(!isOn)}
      className={`${textTab(isOn)} flex-none`}
    >
      <span className={tabLine}>{isOn ? 'Hide Rejected' : 'Show Rejected'}</span>
    </button>
  );
}
