import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/**
 * Whether the toasts are in use: the pointer is over one, the focus is in one, or the page is
 * hidden and nobody could have read them. Sonner itself knows nothing of the focus.
 */
export function useToastPause(layer: RefObject<HTMLElement | null>): { isHeld: boolean; recheck: () => void; giveBackFocus: () => void } {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isHidden, setHidden] = useState(document.hidden);
  const cameFrom = useRef<HTMLElement>(null);

  // The listeners are on the document, because an element that is removed under the pointer or with the focus
  // does not say goodbye itself.
  useEffect(() => {
    const holds = (place: EventTarget | null) => place instanceof Node && layer.current?.contains(place) === true;
    const listening = new AbortController();
    const on = (name: string, listener: (event: Event) => void) => document.addEventListener(name, listener, { signal: listening.signal });
    on('pointerover', (event) => setPointed(holds(event.target)));
    on('pointerout', (event) => setPointed(holds((event as PointerEvent).relatedTarget)));
    on('focusin', (event) => {
      const { target, relatedTarget } = event as FocusEvent;
      if (holds(target) && !holds(relatedTarget)) cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      setFocused(holds(target));
    });
    on('focusout', (event) => setFocused(holds((event as FocusEvent).relatedTarget)));
    on('visibilitychange', () => setHidden(document.hidden));
    return () => listening.abort();
  }, [layer]);

  const recheck = useCallback(() => {
    setPointed((was) => was && layer.current?.querySelector('[data-sonner-toast]:hover') !== null);
    setFocused(layer.current?.contains(document.activeElement) === true);
  }, [layer]);

  /** A toast that closes would lose the focus; it goes back to where it was before. */
  const giveBackFocus = useCallback(() => {
    if (layer.current?.contains(document.activeElement) === true && cameFrom.current?.isConnected === true)
      cameFrom.current.focus({ preventScroll: true });
  }, [layer]);

  return { isHeld: isPointed || isFocused || isHidden, recheck, giveBackFocus };
}
