/** The world of a test file is the process that runs it; no other file sees it, because each file has its own. */
const stackFramesMax = 20;

class NativeEnvironment {
  readonly global = globalThis;

  /** Each assertion notes where it stands, the deeper the dearer; a hundred callers say no more than twenty. */
  setup(): Promise<void> {
    Error.stackTraceLimit = stackFramesMax;
    return Promise.resolve();
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
