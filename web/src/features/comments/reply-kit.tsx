import { Bot, Link2, type LucideIcon, Plus, ScrollText, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../ui/button';
import { NoticeAction, NoticeLine } from '../../ui/notice-line';
import type { ReplyKit } from './api';
import { answeredBefore } from './draft-notices';
import { messages } from './messages';
import type { Generator } from './use-generator';
import { VersionSteps } from './version-line';

const words = messages.kit;
type Question = ReplyKit['questions'][number];
type Rule = ReplyKit['rules'][number];

/** What a good answer needs: why there is no draft, what they ask, what answers it, and the rules. */
export function KitParts({ generator, kit }: { generator: Generator; kit: ReplyKit }) {
  const { post } = generator;
  const hasFacts = kit.questions.some(({ facts }) => facts.length > 0);
  return (
    <div className="grid gap-4">
      <WhyKit generator={generator} />
      {kit.questions.length > 0 ? (
        <section className="grid gap-3">
          <h4 className={heading}>{words.theyAsk}</h4>
          {kit.questions.map((question) => (
            <KitQuestion key={question.quote} question={question} hasFacts={hasFacts} onUse={generator.insert} />
          ))}
        </section>
      ) : (
        <TheySay need={kit.need} />
      )}
      {!hasFacts && (
        <p className="text-xs text-muted-foreground">
          {words.noFacts} <Link to={generator.settingsHref}>{words.company}</Link>
        </p>
      )}
      {post.source === 'reddit' && <KitRules rules={kit.rules} subreddit={post.subreddit} />}
    </div>
  );
}

const heading = 'font-sans text-xs font-semibold text-muted-foreground';

/** Why nothing was written, and the way to try it again. */
function WhyKit({ generator }: { generator: Generator }) {
  const { draft, shown, isGenerating, generate } = generator;
  const before = answeredBefore(generator);
  const isBudget = draft?.problem === 'budget';
  const why = draft?.message ?? (draft?.problem === 'no_model' ? words.noModel : words.noDraft);
  return (
    <div className="grid gap-2">
      {before !== undefined && <NoticeLine kind="notice">{before}</NoticeLine>}
      {isBudget && <NoticeLine kind="notice">{draft.message ?? words.budget}</NoticeLine>}
      <p className="text-xs text-muted-foreground">
        {!isBudget && `${why} `}
        {words.about}{' '}
        <NoticeAction disabled={isGenerating} onClick={generate} className="text-foreground-soft">
          {messages.tryAgain}
        </NoticeAction>
      </p>
      {shown.count > 1 && (
        <div className="flex text-xs">
          <VersionSteps generator={generator} />
        </div>
      )}
    </div>
  );
}

function KitQuestion({ question, hasFacts, onUse }: { question: Question; hasFacts: boolean; onUse: (text: string) => void }) {
  const { quote, facts } = question;
  return (
    <div className="grid gap-2">
      <blockquote className={quoted}>“{quote}”</blockquote>
      {facts.map((fact) => (
        <div key={fact.quote} className="flex items-start gap-3 rounded-lg border border-border bg-background py-2 pr-3 pl-3.5">
          <p className="min-w-0 flex-1 text-sm wrap-anywhere">
            “{fact.quote}”<span className="block text-xs text-muted-foreground">{fact.page}</span>
          </p>
          <Button size="sm" icon={Plus} aria-description={fact.quote} onClick={() => onUse(fact.quote)}>
            {words.use}
          </Button>
        </div>
      ))}
      {facts.length === 0 && hasFacts && <p className="pl-3.5 text-xs text-muted-foreground">{words.noFact}</p>}
    </div>
  );
}

const quoted = 'border-l-2 border-border-strong pl-3 text-sm font-semibold wrap-anywhere';

/** A post that asks nothing says what it needs. */
function TheySay({ need }: { need: string | null | undefined }) {
  if (need === null || need === undefined || need === '') return null;
  return (
    <section className="grid gap-3">
      <h4 className={heading}>{words.theySay}</h4>
      <blockquote className={quoted}>“{need}”</blockquote>
    </section>
  );
}

function KitRules({ rules, subreddit }: { rules: readonly Rule[]; subreddit: string }) {
  if (rules.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h4 className={heading}>{words.rulesOf(subreddit)}</h4>
      <ul className="grid gap-1.5 text-sm text-foreground-soft">
        {rules.map(({ name, kind }) => {
          const Icon = ruleIcons.get(kind) ?? ScrollText;
          return (
            <li key={name} className="flex items-start gap-2.5">
              <Icon size={14} aria-hidden="true" className="mt-0.75 flex-none text-value" />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const ruleIcons = new Map<string, LucideIcon>([
  ['promotion', TriangleAlert],
  ['disclosure', TriangleAlert],
  ['links', Link2],
  ['machine', Bot],
]);
