import { Check } from 'lucide-react';
import { cx } from '../../ui/classes';
import { Loader } from '../../ui/loader';
import { Wave } from '../../ui/wave';
import { messages } from './messages';
import { type AnalysisState, goalOf, type Stage, stages, stageState } from './analysis-stages';
import { useEasedPercent } from './use-eased-percent';

const words = messages.analysis;

/** The progress of the analysis, as a wave and its three stages. Before it starts, it shows what will be done. */
export function AnalysisProgress({ analysing }: { analysing: AnalysisState }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <AnalysisWave analysing={analysing} height={44} />
      <ol className="divide-y divide-border">
        {stages.map((stage, index) => (
          <StageRow key={stage.name} stage={stage} state={stageState(analysing, index)} />
        ))}
      </ol>
    </div>
  );
}

/** The wave alone, with the name of the stage above it. */
export function AnalysisWave({ analysing, height }: { analysing: AnalysisState; height: number }) {
  const isRunning = analysing.state === 'running';
  const shown = useEasedPercent(goalOf(analysing));
  const percent = Math.round(shown);
  const stage = isRunning ? stages[analysing.stage]?.name : undefined;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex h-6 items-center justify-between gap-3">
        <p role="status" className="text-list font-semibold">
          {stage ?? words.atRest}
        </p>
        {isRunning && <span aria-hidden="true" className="font-display text-lg font-semibold">{`${percent}%`}</span>}
      </div>
      <Wave
        label={words.label}
        value={shown}
        {...(stage !== undefined && { valueText: `${stage}, ${percent}%` })}
        seed="website analysis"
        height={height}
        isRunning={isRunning}
      />
    </div>
  );
}

type StageState = ReturnType<typeof stageState>;

function StageRow({ stage: { name, about }, state }: { stage: Stage; state: StageState }) {
  return (
    <li className="flex items-center gap-3 py-3">
      <span aria-hidden="true" className={cx('grid size-7 flex-none place-items-center rounded-full forced:border', dots[state])}>
        {state === 'done' && <Check size={14} />}
        {state === 'working' && <Loader size={14} />}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cx('block text-list', state === 'done' || state === 'working' ? 'font-medium' : 'text-foreground-soft')}>
          {name}
        </span>
        <span className="block text-xs text-muted-foreground">{about}</span>
      </span>
      <span className="text-xs text-muted-foreground">{labels[state]}</span>
    </li>
  );
}

const labels = { waiting: '', next: 'Next', working: 'Working', done: 'Done' } satisfies Record<StageState, string>;

const dots = {
  waiting: 'border border-dashed border-border-strong',
  next: 'border border-dashed border-border-strong',
  working: 'bg-primary text-primary-foreground',
  done: 'bg-primary-soft text-primary-text',
} satisfies Record<StageState, string>;
