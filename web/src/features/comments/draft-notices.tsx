import { NoticeAction, NoticeLine } from '../../ui/notice-line';
import { Popover } from '../../ui/popover';
import type { Draft } from './api';
import { messages } from './messages';
import type { Generator } from './use-generator';

/** What to know before posting, each in one line: that it was answered, what went wrong, the rules of the community. */
export function DraftNotices({ generator }: { generator: Generator }) {
  const { draft, answered, isGenerating } = generator;
  return (
    <>
      {answered !== undefined && <NoticeLine kind="notice">{messages.answeredBefore(dayOf(answered.at))}</NoticeLine>}
      {!isGenerating && <DraftProblem generator={generator} />}
      {draft !== undefined && <RulesNotice draft={draft} />}
    </>
  );
}

/** A draft that is there although something went wrong. */
function DraftProblem({ generator }: { generator: Generator }) {
  const { draft, kit, shown, generate } = generator;
  const problem = draft?.problem ?? undefined;
  if (problem === undefined || kit !== undefined || !shown.isNewest) return null;
  return (
    <NoticeLine kind="error" action={<NoticeAction onClick={generate}>{messages.tryAgain}</NoticeAction>}>
      {problem === 'cut_off' ? messages.cutOff : (draft?.message ?? messages.failedDraft)}
    </NoticeLine>
  );
}

/** The first rule in a line; all of them behind a word. */
function RulesNotice({ draft }: { draft: Draft }) {
  const warnings = draft.warnings ?? [];
  const [first] = warnings;
  if (first === undefined) return null;
  return (
    <NoticeLine
      kind="notice"
      action={
        <Popover label={messages.rules} align="end" trigger={<NoticeAction>{messages.rules}</NoticeAction>}>
          <ul className="grid gap-2 text-sm text-foreground">
            {warnings.map((warning) => (
              <li key={warning} className="wrap-anywhere">
                {warning}
              </li>
            ))}
          </ul>
        </Popover>
      }
    >
      {first}
    </NoticeLine>
  );
}

/** '2 November' */
function dayOf(at: string | null): string | undefined {
  return at === null ? undefined : day.format(new Date(at));
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
