import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { TextField } from './field';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'after'> & {
  /** Given together with `onShownChange` when several fields share one state. */
  isShown?: boolean;
  onShownChange?: (isShown: boolean) => void;
};

/** A password with a button inside that shows or hides what was typed. */
export function PasswordField({ isShown: givenShown, onShownChange, ...field }: PasswordFieldProps) {
  const [ownShown, setOwnShown] = useState(false);
  const isShown = givenShown ?? ownShown;
  const changeShown = () => {
    setOwnShown(!isShown);
    onShownChange?.(!isShown);
  };
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={isShown ? 'text' : 'password'}
      after={<ShownToggle isShown={isShown} isDisabled={field.disabled === true} onToggle={changeShown} />}
    />
  );
}

function ShownToggle({ isShown, isDisabled, onToggle }: { isShown: boolean; isDisabled: boolean; onToggle: () => void }) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <button
      type="button"
      aria-label={isShown ? 'Hide password' : 'Show password'}
      aria-pressed={isShown}
      disabled={isDisabled}
      onMouseDown={keepFocus}
      onClick={(event) => keepingCaret(event, onToggle)}
      className={
        'focus-inset -mr-2.5 grid size-8 flex-none place-items-center rounded-sm text-muted-foreground transition-colors duration-(--dur-instant) ' +
        'hover:text-foreground disabled:text-disabled-foreground touch:-mr-3 touch:size-(--touch)'
      }
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}

/** A press on the toggle leaves the caret where the person is typing. */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}

/** Browsers throw the caret to the start when the type of a field changes. */
function keepingCaret(event: MouseEvent<HTMLButtonElement>, toggle: () => void) {
  const input = event.currentTarget.parentElement?.querySelector('input') ?? null;
  const { selectionStart = null, selectionEnd = null } = input ?? {};
  flushSync(toggle);
  if (input !== null && input === document.activeElement) input.setSelectionRange(selectionStart, selectionEnd);
}
