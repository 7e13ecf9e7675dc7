import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, createContext, use, useEffect, useRef } from 'react';
import { Toaster as SonnerToaster, toast as sonner } from 'sonner';
import { Loader } from './loader';
import { ToastField, type ToastFieldProps } from './toast-field';
import { useToastPause } from './toast-pause';

export type ToastId = string | number;

type ToastOptions = {
  description?: string;
  /** One button. Pressing it also takes the toast away. */
  action?: { label: string; onAction: () => void };
  /** A line to fill in. Sending it also takes the toast away. */
  field?: ToastFieldProps;
  /** The waiting toast that this one takes the place of. */
  settles?: ToastId;
};

/** Something is done. Screen readers say it when they have finished their sentence. */
export function showSuccess(title: string, told: ToastOptions = {}): ToastId {
  return show('success', title, told);
}

/** Something failed. Said at once; the same failure twice in a row is one toast. */
export function showError(title: string, told: ToastOptions = {}): ToastId {
  return show('error', title, told);
}

/** Something takes a while. Stays until `tellSuccess` or `tellError` settles it, or `untell` takes it back. */
export function showWaiting(title: string, told: Omit<ToastOptions, 'settles'> = {}): ToastId {
  return show('waiting', title, told);
}

export function dismissToast(id: ToastId): void {
  forget(id);
  sonner.dismiss(id);
}

/** Mounted once. Bottom left beside the sidebar, at the bottom centre on phones, above whatever is docked there (layers.css). */
export function Toaster() {
  const layer = useRef<HTMLDivElement>(null);
  const hold = useToastPause(layer);
  return (
    <Hold value={hold}>
      <div ref={layer}>
        <SonnerToaster
          position="bottom-left"
          visibleToasts={3}
          expand
          gap={10}
          offset={{ left: 'var(--toast-left)', bottom: 'var(--toast-bottom)' }}
          mobileOffset={{ left: '12px', right: '12px', bottom: 'var(--toast-bottom)' }}
          // A dialog switches off pointers for everything below it, and toasts stand above it.
          style={{ zIndex: 'var(--z-toast)', pointerEvents: 'auto' }}
          toastOptions={{ unstyled: true, duration: Number.POSITIVE_INFINITY, className: 'w-full rounded-lg ' + ring }}
        />
      </div>
    </Hold>
  );
}

type ToastKind = 'success' | 'error' | 'waiting';

function show(kind: ToastKind, title: string, { description, action, field, settles }: ToastOptions): ToastId {
  const text = `${title}\n${description ?? ''}`;
  const already = kind === 'error' ? shownErrors.get(text) : undefined;
  if (already !== undefined && settles !== undefined) dismissToast(settles);
  tellings += 1;
  const telling = tellings;
  const known = already ?? settles;
  if (known !== undefined) forget(known);
  const id = sonner.custom(
    // A new key restarts the timer and makes a screen reader repeat a repeated failure.
    (ownId) => <ToastCard key={telling} id={ownId} {...{ kind, title, description, action, field }} />,
    { ...(known !== undefined && { id: known }), onDismiss: (gone) => forget(gone.id) },
  );
  if (kind === 'error') shownErrors.set(text, id);
  return id;
}

/**
 * The failures on the screen. Not sonner's own ids made from the text: a toast that is fading away
 * would swallow its successor, and a Retry that fails at once would say nothing.
 */
const shownErrors = new Map<string, ToastId>();
let tellings = 0;

function forget(id: ToastId) {
  for (const [text, shown] of shownErrors) if (shown === id) shownErrors.delete(text);
}

type ToastCardProps = {
  id: ToastId;
  kind: ToastKind;
  title: string;
  description: string | undefined;
  action: ToastOptions['action'] | undefined;
  field: ToastOptions['field'] | undefined;
};

function ToastCard({ id, kind, title, description, action, field }: ToastCardProps) {
  useLifetime(id, lifetimeOf(kind, action !== undefined, field !== undefined));
  const { giveBackFocus } = use(Hold);
  const isTaken = useRef(false);
  const take = (then: (() => void) | undefined) => {
    // The button can still be pressed while the toast fades away.
    if (isTaken.current) return;
    isTaken.current = true;
    // First, because what is done may move the focus itself.
    giveBackFocus();
    dismissToast(id);
    then?.();
  };
  return (
    <div className="mx-auto flex w-(--toast-width) max-w-full flex-wrap items-start gap-2.5 rounded-lg border border-toast-line bg-toast px-3.5 py-3 font-sans text-sm leading-4.5 text-toast-foreground shadow-lg">
      <span className="mt-px flex-none">{icons[kind]}</span>
      {/* Around it is a polite live region; the role makes an error interrupt. */}
      <div aria-atomic="true" {...(kind === 'error' && { role: 'alert' })} className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {description !== undefined && <p className="text-toast-muted">{description}</p>}
      </div>
      {action !== undefined && (
        <button
          type="button"
          onClick={() => take(action.onAction)}
          className="min-h-(--control-sm) flex-none self-center rounded-md bg-toast-foreground px-2.5 font-label text-toast text-xs hover:bg-white touch:min-h-(--touch) touch:px-3.5 forced:border"
        >
          {action.label}
        </button>
      )}
      {field !== undefined && <ToastField {...field} onSubmit={(text) => take(() => field.onSubmit(text))} />}
    </div>
  );
}

/** What asks for something gives time to do it. */
function lifetimeOf(kind: ToastKind, hasAction: boolean, hasField: boolean): number | null {
  if (kind === 'waiting') return null;
  if (hasField) return 12_000;
  return kind === 'error' && hasAction ? 8000 : 4000;
}

/** Closes the toast after its time. The timer pauses while the stack is in use, so nobody has to hurry. */
function useLifetime(id: ToastId, lifetimeMs: number | null) {
  const { isHeld, recheck } = use(Hold);
  const left = useRef(lifetimeMs ?? 0);
  useEffect(() => {
    if (lifetimeMs === null || isHeld) return undefined;
    const since = Date.now();
    const timer = setTimeout(() => dismissToast(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [id, lifetimeMs, isHeld]);
  // The element with the pointer or the focus may just have been removed, and then no event fires.
  useEffect(() => recheck, [recheck]);
}

const Hold = createContext<ReturnType<typeof useToastPause>>({ isHeld: false, recheck: () => {}, giveBackFocus: () => {} });

// Our greens and reds of the dark theme in both themes, because a toast is always ink.
const icons: Record<ToastKind, ReactNode> = {
  success: <CircleCheck size={16} aria-hidden="true" className="dark text-positive" />,
  error: <CircleAlert size={16} aria-hidden="true" className="dark text-negative" />,
  waiting: <Loader size={16} className="text-toast-muted" />,
};

// Sonner's style sheet is in no layer and would win; it also draws a focus ring of its own.
const ring = 'focus-visible:[box-shadow:var(--focus-ring)]! forced:focus-visible:[outline:2px_solid_Highlight]!';
