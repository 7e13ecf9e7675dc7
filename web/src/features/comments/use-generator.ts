import { type KeyboardEvent, type RefCallback, useCallback, useRef, useState } from 'react';
import type { CompanyToSpeakFor, PostToAnswer } from './api';
import { insertText, spaced } from './insert-text';
import { useTone } from './preferences';
import { useStreamedText } from './streamed-text';
import { useCopy } from './use-copy';
import { type DraftAccount, useDraft } from './use-draft';
import { useDraftText } from './use-draft-text';
import { useEdits } from './use-edits';

/** How the post stands with the user. */
export type Answering = {
  /** It has been answered; nothing while it has not. */
  answered: { at: string | null } | undefined;
  /** In words, that the same thread or author was answered before. */
  earlier?: string | undefined;
  onAnswer: () => void;
};

type GeneratorOptions = {
  post: PostToAnswer;
  company: CompanyToSpeakFor | null | undefined;
  account: DraftAccount;
  answering: Answering;
  isShown: boolean;
};

export type Generator = ReturnType<typeof useGenerator>;

/** Everything that the panel needs, wherever it stands. */
export function useGenerator({ post, company, account, answering, isShown }: GeneratorOptions) {
  const [tone, setTone] = useTone();
  // Reset for every post: a link is the exception.
  const [hasLink, setLink] = useState(false);
  const { view, draft, generate, stop } = useDraft({ post, company: company ?? undefined, account, isShown });
  const { save, flush } = useEdits(account.userId, post.id);
  const shown = useDraftText(draft, save);
  const copying = useCopy(shown.text);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const title = useRef<HTMLElement>(null);
  // Its title is a button here and a heading there.
  const titleRef: RefCallback<HTMLElement> = useCallback((element) => {
    title.current = element;
  }, []);
  const startedAt = useRef(0);
  const isGenerating = view.state === 'generating';
  const streamed = useStreamedText(view.state === 'generating' ? view.soFar : '');

  const copy = async () => {
    void flush();
    // Where the clipboard is closed, the text is one key press away from being copied by hand.
    if (!(await copying.copy())) textRef.current?.select();
  };
  const start = () => generate(tone, hasLink);
  const generateNow = () => {
    if (isGenerating) return;
    startedAt.current = Date.now();
    shown.toNewest();
    // What was typed belongs to the version before.
    const saving = flush();
    if (saving === undefined) start();
    else void saving.then(start);
  };
  const stopNow = () => {
    // The second click of a double click means the first one.
    if (Date.now() - startedAt.current < doubleClickMs) return;
    shown.stay();
    stop();
  };
  const markAnswered = () => {
    void flush();
    answering.onAnswer();
  };
  /** At the cursor, or at the end where there was none yet. */
  const insert = (text: string, place: 'cursor' | 'end' = 'cursor') => {
    const field = textRef.current;
    if (field === null) return;
    if (place === 'end') field.setSelectionRange(field.value.length, field.value.length);
    insertText(field, spaced(text, field.value.slice(0, field.selectionStart), field.value.slice(field.selectionEnd)));
  };
  /** Back to what the model wrote; the browser's own undo brings back what was typed. */
  const undo = () => {
    const field = textRef.current;
    if (field === null) return;
    field.select();
    insertText(field, shown.original);
  };
  /** On the way down: a select would open itself, and a sheet keeps its keys from the page. */
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.metaKey === event.ctrlKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    generateNow();
  };
  return {
    post,
    view,
    draft,
    shown,
    tone,
    setTone,
    hasLink,
    setLink,
    companyName: company?.company_name,
    hasSite: (company?.website_url ?? '') !== '',
    settingsHref: account.settingsHref,
    answered: answering.answered,
    earlier: answering.earlier,
    isCopied: copying.isCopied,
    hasCopied: copying.hasCopied,
    // A kit stays while another try is on its way and has written nothing yet.
    kit: shown.isKit && !(isGenerating && streamed !== '') ? (draft?.kit ?? undefined) : undefined,
    isGenerating,
    /** What the model has written so far. */
    streamed,
    copy,
    markAnswered,
    generate: generateNow,
    stop: stopNow,
    insert,
    undo,
    onKeyDownCapture,
    textRef,
    titleRef,
    focusTitle: () => title.current?.focus(),
  };
}

const doubleClickMs = 500;
