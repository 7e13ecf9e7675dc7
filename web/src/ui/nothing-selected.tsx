import { useSingleKeys } from '../lib/single-keys';
import { Kbd } from './kbd';
import { Loader } from './loader';

/** The details of nothing, with the keys that work right now. */
export function NothingSelected({ children, hasList = false }: { children: string; hasList?: boolean }) {
  const hasSingleKeys = useSingleKeys();
  return (
    <>
      <div className="h-(--bar) flex-none border-b border-border" />
      <div className="grid flex-1 place-content-center justify-items-center gap-3 px-6 pb-(--bar) text-center text-sm text-foreground-soft">
        <Loader size={32} isStill className="text-border-strong" />
        <p>{children}</p>
        {hasSingleKeys && (
          <p className="flex items-center gap-2 text-xs text-muted-foreground touch:hidden">
            {hasList && (
              <>
                <Kbd>J</Kbd> <Kbd>K</Kbd> move through the list <span aria-hidden="true">·</span>
              </>
            )}
            <Kbd>?</Kbd> all shortcuts
          </p>
        )}
      </div>
    </>
  );
}
