import { type KeyboardEvent, useRef, useState } from 'react';
import type { CompanyToSpeakFor, PostToAnswer } from './api';
import { useTone } from './preferences';
import { useCopy } from './use-copy';
import { type DraftAccount, useDraft } from './use-draft';

type GeneratorOptions = { post: PostToAnswer; company: CompanyToSpeakFor | null | undefined; account: DraftAccount; isShown: boolean };

export type Generator = ReturnType<typeof useGenerator>;

/** Everything that the panel needs, in the dock or in the sheet. */
export function useGenerator({ post, company, account, isShown }: GeneratorOptions) {
  const [tone, setTone] = useTone();
  // Reset for every post: a link is the exception.
  const [hasLink, setLink] = useState(false);
  const { view, draft, text, edit, generate } = useDraft({ post, company: company ?? undefined, account, isShown });
  const copying = useCopy(draft?.id);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const titleRef = useRef<HTMLButtonElement>(null);
  const copy = async () => {
    // Where the clipboard is closed, the text is one key press away from being copied by hand.
    if (!(await copying.copy(text))) textRef.current?.select();
  };
  const generateNow = () => generate(tone, hasLink);
  /** On the way down: a select would open itself, and a sheet keeps its keys from the page. */
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.metaKey === event.ctrlKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    generateNow();
  };
  return {
    view,
    draft,
    text,
    edit,
    tone,
    setTone,
    hasLink,
    setLink,
    companyName: company?.company_name,
    hasSite: (company?.website_url ?? '') !== '',
    isCopied: copying.isCopied,
    copy,
    generate: generateNow,
    onKeyDownCapture,
    textRef,
    titleRef,
  };
}
