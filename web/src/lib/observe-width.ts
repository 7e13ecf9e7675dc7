/** Reports the width of an element, now and on every change. For a ref callback: it returns the cleanup, and the width is known before the first paint. */
export function observeWidth(box: HTMLElement, onWidth: (width: number) => void): () => void {
  // A page that is not laid out has no widths.
  const tell = () => box.clientWidth > 0 && onWidth(box.clientWidth);
  tell();
  const observer = new ResizeObserver(tell);
  observer.observe(box);
  return () => observer.disconnect();
}
