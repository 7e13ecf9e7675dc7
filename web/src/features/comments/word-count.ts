/** How many words a text has. */
export function wordCount(text: string): number {
  return text.trim() === '' ? 0 : text.trim().split(/\s+/).length;
}

/** How many questions a post asks, by its question marks. */
export function questionCount(text: string): number {
  return text.match(/\?+(?=[\s"'”’)\]]|$)/g)?.length ?? 0;
}
