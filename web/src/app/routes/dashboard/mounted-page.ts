import { seconds } from '../../../lib/time';

/** Whether a page is on the screen and at which address, for what goes on beside it. */
export class MountedPage {
  /** Undefined while the page is not there. */
  search: URLSearchParams | undefined;
  readonly #waiting = new Set<() => void>();

  /** For an effect: the page is there with this address, until the answer is called. */
  arrive(search: URLSearchParams): () => void {
    this.search = search;
    return () => {
      this.search = undefined;
      // A change of address leaves and arrives in one go, and so does React when it tries an effect twice.
      queueMicrotask(() => {
        if (this.search === undefined) this.#tell();
      });
    };
  }

  /** Comes back when the page is gone; or after a while, because it may have been kept after all. */
  end(): Promise<void> {
    if (this.search === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
      setTimeout(resolve, longestMs);
    });
  }

  #tell(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

const longestMs = seconds(5);
