/**
 * Puts a text in place of what is selected, as typing would: the browser's own undo takes it back. Where
 * a browser does not offer that any more, the text still gets there.
 */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  if (typedIn(text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The text as it fits between its neighbours in the field. */
export function spaced(text: string, before: string, after: string): string {
  return `${/\S$/.test(before) ? ' ' : ''}${text}${/^\S/.test(after) ? ' ' : ''}`;
}

function typedIn(text: string): boolean {
  // Deprecated without a successor: nothing else writes into the history of a field.
  const exec = (document as Partial<Pick<Document, 'execCommand'>>).execCommand;
  return exec?.call(document, 'insertText', false, text) ?? false;
}
