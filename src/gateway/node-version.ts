/** The program needs a Node that the system may not have: told at once, instead of by a stack in the middle of something. */

const majorMin = 24;

/** As for a bad configuration, so that no supervisor starts it again and again. */
const badConfiguration = 78;

export function expectNode(): void {
  const { node } = process.versions;
  if (Number(node.split('.', 1)[0]) >= majorMin) return;
  process.stderr.write(
    `the gateway needs Node ${majorMin} or newer, and this is ${node}; start it with another one\n`,
  );
  process.exit(badConfiguration);
}
