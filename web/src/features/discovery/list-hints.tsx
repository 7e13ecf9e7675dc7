import { Lightbulb, X } from 'lucide-react';
import { IconButton } from '../../ui/icon-button';
import { messages } from './messages';
import { useNextHint } from './seen-hints';

const words = messages.hints;

type ListHintsProps = {
  userId: string;
  /** There are rows to explain, and nothing else to say. */
  isShown: boolean;
  /** After the last one is dismissed, the focus goes to the rows. */
  onDone: () => void;
};

/** Above the first row: what a new user can do with it, one hint at a time, each dismissed for good. */
export function ListHints({ userId, isShown, onDone }: ListHintsProps) {
  const { hint, dismiss } = useNextHint(userId);
  const close = () => {
    dismiss();
    if (hint === 'reject') onDone();
  };
  // The region is there before the hint is, so that screen readers say it when they have finished their sentence.
  return (
    <div aria-live="polite" className="flex-none">
      {isShown && hint !== undefined && (
        <div className="border-b border-border px-4 py-2.5">
          <div className="flex items-start gap-2.5 rounded-lg border border-primary-line bg-primary-soft px-3 py-2 text-sm">
            <Lightbulb size={16} aria-hidden="true" className="mt-0.5 flex-none text-primary-text" />
            <p className="min-w-0 flex-1">
              <strong className="font-semibold">{words[hint].title}</strong> {words[hint].about}
            </p>
            <IconButton icon={X} size="sm" label={words.dismiss} onClick={close} className="-my-1 -mr-1.5" />
          </div>
        </div>
      )}
    </div>
  );
}
