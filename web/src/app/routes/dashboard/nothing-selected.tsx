import { useSingleKeys } from '../../../lib/single-keys';
import { Kbd } from '../../../ui/kbd';
import { Loader } from '../../../ui/loader';

/** The details of nothing, with the keys that work right now. */
export function NothingSelected({ children }: { children: string }) {
  const hasSingleKeys = useSingleKeys();
  return (
    <>
      <div className="h-(--bar) flex-none border-b border-border" />
      <div className="grid flex-1 place-content-center justify-items-center gap-3 px-6 pb-(--bar) text-center text-sm text-foreground-soft">
        <Loader size={32} isStill className="text-border-strong" />
        <p>{children}</p>
        {hasSingleKeys && (
          <p className="flex items-center gap-2 text-xs text-muted-foreground touch:hidden">
            <Kbd>?</Kbd> all shortcuts
          </p>
        )}
      </div>
    </>
  );
}
