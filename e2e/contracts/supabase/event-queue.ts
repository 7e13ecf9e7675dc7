/** What arrives over time, and a way to wait for it. */
export class EventQueue<Item> {
  readonly all: Item[] = [];
  private taken = 0;
  private readonly waiting = new Set<() => void>();

  push(item: Item): void {
    this.all.push(item);
    for (const look of this.waiting) look();
  }

  /** The next item of this kind; those before it are passed over, and never come again. */
  next(what: string, matches: (item: Item) => boolean = () => true, patienceMs = 20_000): Promise<Item> {
    return new Promise((found, failed) => {
      const done = () => {
        clearTimeout(patience);
        this.waiting.delete(look);
      };
      const look = () => {
        for (const [index, item] of this.all.entries()) {
          if (index < this.taken || !matches(item)) continue;
          this.taken = index + 1;
          done();
          found(item);
          return;
        }
      };
      const patience = setTimeout(() => {
        done();
        failed(new Error(`${what} did not come in ${patienceMs} ms. What came: ${JSON.stringify(this.all, undefined, 1)}`));
      }, patienceMs);
      this.waiting.add(look);
      look();
    });
  }
}
