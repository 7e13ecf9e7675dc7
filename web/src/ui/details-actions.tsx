import { ArrowUpRight, ExternalLink, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { sourceTitle, type SourceName } from '../lib/source';
import { Button, ButtonLink } from './button';
import { IconButton } from './icon-button';

type DetailsActionsProps = {
  /** Where it was written, and its page there. */
  source: SourceName;
  href: string;
  isRejected: boolean;
  onReject: () => void;
  onRestore: () => void;
  isPhone: boolean;
  /** Before it is sent away: what else can become of it. */
  stateActions?: ReactNode;
  /** After the link to its page, where there is room for it. */
  mainAction?: ReactNode;
};

/** At the right of the bar above what is read: send it away or take it back, and go there. */
export function DetailsActions({ isPhone, mainAction, ...actions }: DetailsActionsProps) {
  return isPhone ? <PhoneActions {...actions} /> : <WideActions {...actions} mainAction={mainAction} />;
}

type ActionsProps = Omit<DetailsActionsProps, 'isPhone' | 'mainAction'>;

function WideActions({
  source,
  href,
  isRejected,
  onReject,
  onRestore,
  stateActions,
  mainAction,
}: ActionsProps & { mainAction: ReactNode }) {
  const [label, icon, act] = isRejected ? (['Restore', Undo2, onRestore] as const) : (['Reject', X, onReject] as const);
  return (
    <>
      {stateActions}
      <Button variant="ghost" icon={icon} aria-keyshortcuts="X" onClick={act} className="@max-[680px]:px-2!">
        <span className="@max-[680px]:sr-only">{label}</span>
      </Button>
      <VisitLink {...{ source, href }} className="ml-1" />
      {mainAction}
    </>
  );
}

function PhoneActions({ source, href, isRejected, onReject, onRestore, stateActions }: ActionsProps) {
  return (
    <>
      {isRejected ? (
        <IconButton icon={Undo2} label="Restore" onClick={onRestore} />
      ) : (
        <IconButton icon={X} label="Reject" onClick={onReject} />
      )}
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={visitName(source)}
        className="grid size-(--touch) flex-none place-items-center rounded-md text-foreground-soft hover:bg-hover"
      >
        <ExternalLink size={16} aria-hidden="true" />
      </a>
      {stateActions}
    </>
  );
}

/** The fixed bar at the bottom of a phone, in place of the tabs. */
export function PhoneBar({ source, href, children }: { source: SourceName; href: string; children?: ReactNode }) {
  return (
    <div
      data-docked="actions"
      className="z-(--z-bar) flex flex-none gap-2 border-t border-border bg-card px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] [&>*]:min-h-12"
    >
      {children}
      <VisitLink {...{ source, href }} className={children === undefined ? 'flex-1!' : ''} />
    </div>
  );
}

function VisitLink({ source, href, className }: { source: SourceName; href: string; className: string }) {
  return (
    <ButtonLink
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={visitName(source)}
      aria-keyshortcuts="O"
      iconAfter={ArrowUpRight}
      className={className}
    >
      {source === 'reddit' ? (
        visitLabel(source)
      ) : (
        // Longer names would push the place in the list out of a narrow bar.
        <span>
          Visit<span className="@max-[680px]:hidden"> {sourceTitle(source)}</span>
        </span>
      )}
    </ButtonLink>
  );
}

const visitLabel = (source: SourceName) => `Visit ${sourceTitle(source)}`;
const visitName = (source: SourceName) => `${visitLabel(source)} (opens in a new tab)`;
