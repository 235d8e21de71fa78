/** The world of a test file is the process that runs it; no other file sees it, because each file has its own. */
const stackFramesMax = 20;

class NativeEnvironment {
  readonly global = globalThis;

  /** Each assertion notes where it stands, the deeper the dearer; a hundred callers say no more than twenty. */
  setup(): Promise<void> {
    Error.stackTraceLimit = stackFramesMax;
    return Promise.resolve();
  }

  /**
   * Once all tests have ended, what a failed one left under way may fail as well. It would end this process before its
   * results are told, and jest, which then knows of a lost process alone, would quietly run the file again.
   */
  handleTestEvent({ name }: { readonly name: string }): void {
    if (name !== 'teardown') return;
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', (error) => {
      process.stderr.write(`failed when the tests had ended: ${error.stack ?? String(error)}\n`);
    });
  }

  async teardown(): Promise<void> {}

  /** There is none; jest asks whether the method is there. */
  getVmContext(): null {
    return null;
  }

  exportConditions(): readonly string[] {
    return ['node', 'node-addons'];
  }
}

export { NativeEnvironment as default };
