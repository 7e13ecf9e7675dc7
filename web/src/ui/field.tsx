import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './classes';

/** A field with the button that sends it: an error below the field leaves the button as high as it is. */
export const fieldRow = 'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2';

type Described = {
  label: string;
  /** One line below the field. An error takes its place. */
  help?: string | undefined;
  error?: string | undefined;
  /** At the right of the label: a link such as 'Forgot password?'. */
  aside?: ReactNode;
  /** For a field whose label stands elsewhere on the screen, such as a search box. */
  isLabelHidden?: boolean | undefined;
  /** The height of forms that have a page to themselves. */
  isLarge?: boolean;
};

type InputProps = ComponentProps<'input'> & Described & { before?: ReactNode; after?: ReactNode; size?: never };

/** Label, text field, then help or error. `before` and `after` stand inside the field's box. */
export function TextField({
  label,
  help,
  error,
  aside,
  isLabelHidden,
  isLarge = false,
  before,
  after,
  className,
  id: givenId,
  ...input
}: InputProps) {
  const { id, noteId, described } = useField(givenId, help, error);
  return (
    <FieldFrame {...{ label, help, error, aside, isLabelHidden, id, noteId, className }}>
      <span className={cx(box, isLarge ? large : small, 'focus-field-within', state(error, input.disabled, input.readOnly))}>
        {before}
        <input
          {...described}
          {...input}
          id={id}
          className="h-full w-full min-w-0 bg-transparent outline-none placeholder:text-muted-foreground"
        />
        {after}
      </span>
    </FieldFrame>
  );
}

/** The same for a text of several lines; it grows with what is written up to `max-height`. */
export function TextArea({
  label,
  help,
  error,
  aside,
  isLabelHidden,
  isLarge = false,
  className,
  id: givenId,
  ...textarea
}: ComponentProps<'textarea'> & Described) {
  const { id, noteId, described } = useField(givenId, help, error);
  return (
    <FieldFrame {...{ label, help, error, aside, isLabelHidden, id, noteId, className }}>
      <textarea
        rows={3}
        {...described}
        {...textarea}
        id={id}
        className={cx(
          box,
          isLarge ? largeType : smallType,
          'focus-field field-sizing-content max-h-64 min-h-19.5 py-2 placeholder:text-muted-foreground',
          state(error, textarea.disabled, textarea.readOnly),
        )}
      />
    </FieldFrame>
  );
}

type FieldFrameProps = Described & { id: string; noteId: string; className: string | undefined; children: ReactNode };

function FieldFrame({ label, help, error, aside, isLabelHidden = false, id, noteId, className, children }: FieldFrameProps) {
  return (
    <div className={cx('grid grid-cols-1 content-start gap-1.5', className)}>
      <div className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3 text-sm'}>
        <label htmlFor={id} className="font-label">
          {label}
        </label>
        {aside}
      </div>
      {children}
      <FieldNote id={noteId} help={help} error={error} />
    </div>
  );
}

/** The line below a field. The element is always there, so that a new error is announced. */
function FieldNote({ id, help, error }: { id: string; help: string | undefined; error: string | undefined }) {
  return (
    <p
      id={id}
      aria-live="polite"
      className={cx('text-xs empty:hidden', error === undefined ? 'text-muted-foreground' : 'flex items-start gap-1.5 text-negative')}
    >
      {error === undefined ? (
        help
      ) : (
        <>
          <CircleAlert size={13} aria-hidden="true" className="mt-px flex-none" />
          {error}
        </>
      )}
    </p>
  );
}

function useField(givenId: string | undefined, help: string | undefined, error: string | undefined) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const noteId = `${id}-note`;
  const described = {
    ...((help !== undefined || error !== undefined) && { 'aria-describedby': noteId }),
    ...(error !== undefined && { 'aria-invalid': true }),
  };
  return { id, noteId, described };
}

const box = 'flex w-full items-center gap-2 border px-3 transition-[border-color,box-shadow] duration-(--dur-instant)';
// A phone zooms into a field whose letters are smaller than 16 px, and does not zoom out again.
const smallType = 'rounded-md text-sm touch:text-[16px]';
const largeType = 'rounded-control-lg text-base touch:text-[16px]';
const small = `h-(--control) touch:h-(--touch) ${smallType}`;
const large = `h-(--control-lg) touch:h-(--touch) ${largeType}`;

function state(error: string | undefined, isDisabled = false, isReadOnly = false): string {
  if (isDisabled) return 'border-border bg-sunken text-disabled-foreground';
  if (isReadOnly) return 'border-input bg-sunken text-foreground-soft';
  return `bg-card text-foreground ${error === undefined ? 'border-input' : 'border-negative-mark'}`;
}
