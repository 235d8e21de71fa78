/** The world of a test file is the process that runs it; no other file sees it, because each file has its own. */
class NativeEnvironment {
  readonly global = globalThis;

  async setup(): Promise<void> {}

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
