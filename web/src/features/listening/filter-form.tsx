import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { errorMessage } from '../../api/errors';
import { soldPlans } from '../../api/product';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextArea, TextField } from '../../ui/field';
import { Select } from '../../ui/select';
import { showSuccess } from '../../ui/toast';
import { type AiSettingsShown, aiSettingsKey, type FilterLevel, saveAiSettings } from './api';
import { ExclusionList } from './exclusion-list';
import { changesOf, confidenceOf, exclusionListNames, type FilterFormValues, formValuesOf } from './filter-rules';
import { messages } from './messages';

type FilterFormProps = { userId: string; shown: AiSettingsShown };

/** Level, threshold, exclusions, and instructions where a model reads them. What is typed stays until it is saved. */
export function FilterForm({ userId, shown }: FilterFormProps) {
  const [edits, setEdits] = useState<Partial<FilterFormValues>>({});
  const [isConfidenceWrong, setConfidenceWrong] = useState(false);
  const confidence = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const saving = useMutation({ mutationFn: saveAiSettings });
  const written = { ...formValuesOf(shown.settings), ...edits };
  const changes = changesOf(shown.settings, written);
  const isResting = written.level === 'basic';
  const write = (edit: Partial<FilterFormValues>) => setEdits((now) => ({ ...now, ...edit }));

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending || changes === undefined) return;
    if (confidenceOf(written.minConfidence) === undefined) {
      setConfidenceWrong(true);
      confidence.current?.focus();
      return;
    }
    saving.mutate(changes, {
      onSuccess: (saved) => {
        queries.setQueryData(aiSettingsKey(userId), saved);
        setEdits({});
        showSuccess(messages.saved);
      },
    });
  };

  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      {!shown.settings.enabled && <p className="text-sm text-muted-foreground">{messages.off}</p>}
      <LevelChoice shown={shown} level={written.level} onChange={(level) => write({ level })} />
      <TextField
        ref={confidence}
        name="minConfidence"
        label={messages.confidence}
        help={messages.confidenceHelp}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        disabled={isResting}
        value={written.minConfidence}
        onChange={(event) => {
          write({ minConfidence: event.target.value });
          setConfidenceWrong(false);
        }}
        error={isConfidenceWrong ? messages.confidenceWrong : undefined}
      />
      {exclusionListNames.map((name) => (
        <ExclusionList key={name} name={name} list={written[name]} isDisabled={isResting} onChange={(list) => write({ [name]: list })} />
      ))}
      {shown.hasModel && (
        <TextArea
          name="instructions"
          label={messages.instructions}
          help={messages.instructionsHelp}
          maxLength={2000}
          disabled={isResting}
          value={written.instructions}
          onChange={(event) => write({ instructions: event.target.value })}
        />
      )}
      {saving.error !== null && <Alert kind="error">{errorMessage(saving.error)}</Alert>}
      <Button type="submit" isBusy={saving.isPending} disabled={changes === undefined} className="justify-self-end max-md:w-full">
        {messages.save}
      </Button>
    </form>
  );
}

function LevelChoice({ shown, level, onChange }: { shown: AiSettingsShown; level: FilterLevel; onChange: (level: FilterLevel) => void }) {
  const helpId = useId();
  const isFixed = shown.levels.length === 1;
  return (
    <div role="group" aria-describedby={helpId} aria-label={messages.level} className="grid justify-items-start gap-1.5">
      <span className="font-label text-sm">{messages.level}</span>
      <Select
        label={messages.level}
        options={levelOptions}
        value={level}
        onValueChange={onChange}
        isDisabled={isFixed}
        className="min-w-40"
      />
      <p id={helpId} className="text-xs text-muted-foreground">
        {messages.levelHelp[level]} {isFixed && messages.notInPlan(plansWithAdvanced(), shown.plan)}
      </p>
    </div>
  );
}

function plansWithAdvanced(): readonly string[] {
  return soldPlans()
    .filter(({ limits }) => limits.aiFiltering === 'advanced')
    .map(({ name }) => name);
}

const levelOptions = (['basic', 'advanced'] as const).map((value) => ({ value, label: messages.levels[value] }));
