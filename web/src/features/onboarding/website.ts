/** The website address as the user typed it. */
type TypedWebsite = { kind: 'empty' } | { kind: 'invalid' } | { kind: 'valid'; url: string; host: string };

/** Reads an address as people type it: https is added when the scheme is missing (spec §5, Website URL). */
export function parseWebsite(typed: string): TypedWebsite {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  // A single word would parse too, but is never meant as an address.
  if (!hasScheme && !/[.:]/.test(text)) return { kind: 'invalid' };
  const url = parse(hasScheme ? text : `https://${text}`);
  const isWebsite = url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  return isWebsite ? { kind: 'valid', url: url.href, host: url.hostname } : { kind: 'invalid' };
}

/** An address as a person would say it. */
export function spokenAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
