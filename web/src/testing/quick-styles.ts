/*
 * Queries by role ask for the style of very many elements, and for each of them jsdom goes through all rules of a style
 * sheet, which takes a quarter of the time of the tests. None of the app's styles is loaded in them, so all elements of
 * a kind look alike, and one of them is enough.
 */

const quickWindows = new WeakSet<Window>();

/** From now on styles are looked up by the kind of an element wherever that cannot make a difference. */
export function lookUpStylesByKind(): void {
  if (quickWindows.has(window)) return;
  quickWindows.add(window);
  const styleOf = window.getComputedStyle.bind(window);
  const known = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element, pseudo) => {
    if (typeof pseudo === 'string' || document.styleSheets.length > 0 || inherits(element)) return styleOf(element, pseudo);
    const kind = kindOf(element);
    const style = known.get(kind) ?? styleOf(element);
    known.set(kind, style);
    return style;
  };
}

/** By what the style sheet that browsers bring along tells elements apart. */
function kindOf(element: Element): string {
  const told = ['hidden', 'open', 'popover', 'type', 'dir', 'style'].map((name) => element.getAttribute(name));
  return JSON.stringify([element.localName, element.parentElement?.localName, ...told]);
}

/** Whether an element or one around it says what applies to all that is in it. */
function inherits(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    if (/visibility|pointer-events/.test(at.getAttribute('style') ?? '')) return true;
  return false;
}
