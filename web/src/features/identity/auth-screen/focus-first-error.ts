/** Moves to the first field that something is wrong with, and says whether there was one. Fields go by their names. */
export function focusFirstError(form: HTMLFormElement, complaints: Partial<Record<string, string>>): boolean {
  const [first] = Object.keys(complaints);
  if (first === undefined) return false;
  form.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
  return true;
}
