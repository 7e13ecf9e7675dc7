import { useState } from 'react';

export type ToastFieldProps = {
  /** The accessible name, and what stands in the empty field. */
  label: string;
  submitLabel: string;
  onSubmit: (text: string) => void;
};

/** One line to fill in, inside a toast. */
export function ToastField({ label, submitLabel, onSubmit }: ToastFieldProps) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  return (
    <form
      className="flex basis-full gap-1.5 pl-6.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '') onSubmit(wanted);
      }}
    >
      <input
        type="url"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-(--control-sm) min-w-0 flex-1 rounded-md border border-toast-muted bg-transparent px-2 text-xs text-toast-foreground outline-none placeholder:text-toast-muted focus-visible:border-toast-foreground touch:h-(--touch) touch:text-[16px]"
      />
      <button
        type="submit"
        className="min-h-(--control-sm) flex-none rounded-md border border-toast-muted px-2.5 font-label text-xs text-toast-foreground hover:bg-toast-line touch:min-h-(--touch)"
      >
        {submitLabel}
      </button>
    </form>
  );
}
