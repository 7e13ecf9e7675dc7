import { longDay } from '../../lib/dates';
import { productNow } from '../../lib/product-clock';
import { NoticeAction, NoticeLine } from '../../ui/notice-line';
import { Popover } from '../../ui/popover';
import type { Draft } from './api';
import { messages } from './messages';
import type { Generator } from './use-generator';

/** What to know before posting, each in one line: that it was answered, what went wrong, the rules of the community. */
export function DraftNotices({ generator }: { generator: Generator }) {
  const { draft, isGenerating } = generator;
  const before = answeredBefore(generator);
  return (
    <>
      {before !== undefined && <NoticeLine kind="notice">{before}</NoticeLine>}
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

/** That this one is answered, or else the thread or the author was. */
export function answeredBefore({ answered, earlier }: Pick<Generator, 'answered' | 'earlier'>): string | undefined {
  if (answered === undefined) return earlier;
  return messages.answeredBefore(answered.at === null ? undefined : longDay(answered.at, productNow()));
}
