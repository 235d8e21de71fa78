/** Acts on one thing come one after the other; those on others do not wait for them. */
export class OneByOne {
  readonly #last = new Map<string, Promise<void>>();

  async run<Result>(thing: string, act: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(thing);
    const done = Promise.withResolvers<undefined>();
    this.#last.set(thing, done.promise);
    try {
      await before;
      return await act();
    } finally {
      done.resolve(undefined);
      if (this.#last.get(thing) === done.promise) this.#last.delete(thing);
    }
  }
}
